import { asc, eq, gt } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Core } from '../../../core/core.ts'
import { MAIL_TOPIC, type SaleTerms, saleTermsSchema } from '../../../core/mail-topic.ts'
import { defineTopic } from '../../../core/topic.ts'
import { withTransaction } from '../../../db/client.ts'
import { profiles, saleTerms } from '../tables.ts'

/** So many influencers get their mail in one piece of work. */
const PIECE = 100

/** The operator changed the terms of new sales; `after` is the last influencer of the piece before. */
export const SALE_TERMS_CHANGED = defineTopic(
  'profiles.sale-terms-changed',
  z.object({
    before: saleTermsSchema,
    now: saleTermsSchema,
    changedAt: z.iso.datetime(),
    after: z.nullable(z.string()),
  }),
)
type Changed = ReturnType<typeof SALE_TERMS_CHANGED.parse>

/**
 * Compares the terms of new sales with those of the last start. Where they differ, each influencer who offers something
 * gets a mail, because nobody looks at a published offer again before its next sale.
 */
export async function followSaleTerms(
  deps: Core,
  { feeBasisPoints, releaseAfterHours }: SaleTerms,
): Promise<void> {
  const terms = { feeBasisPoints, releaseAfterHours }
  await withTransaction(deps.db, async tx => {
    const first = await tx.insert(saleTerms).values(terms).onConflictDoNothing().returning()
    if (first.length > 0) return
    // Two processes that start at once tell it once.
    const [before] = await tx.select().from(saleTerms).for('update')
    if (!before || isSame(before, terms)) return
    await tx.update(saleTerms).set(terms).where(eq(saleTerms.id, before.id))
    const changedAt = deps.clock.now().toISOString()
    await deps.outbox.add(tx, SALE_TERMS_CHANGED, { before, now: terms, changedAt, after: null })
  })
}

const isSame = (one: SaleTerms, other: SaleTerms): boolean =>
  one.feeBasisPoints === other.feeBasisPoints && one.releaseAfterHours === other.releaseAfterHours

/** Asks for the mails of the next influencers, and leaves the rest to another piece of work. */
export async function publishSaleTerms(deps: Core, changed: Changed): Promise<void> {
  const { before, now, changedAt, after } = changed
  await withTransaction(deps.db, async tx => {
    const found = await tx
      .select({ userId: profiles.userId })
      .from(profiles)
      .where(after === null ? undefined : gt(profiles.userId, after))
      .orderBy(asc(profiles.userId))
      .limit(PIECE)
    // A piece that is done twice writes the same work, which is stored once.
    const runAt = new Date(changedAt)
    const change = JSON.stringify([before, now])
    for (const { userId } of found) {
      const payload = { template: 'sale-terms-changed', userId, data: { before, now } } as const
      await deps.outbox.addLater(tx, { topic: MAIL_TOPIC, payload, runAt, onceFor: `${change} ${userId}` })
    }
    const last = found.at(-1)
    if (!last || found.length < PIECE) return
    const payload = { ...changed, after: last.userId }
    const onceFor = `${change} ${last.userId}`
    await deps.outbox.addLater(tx, { topic: SALE_TERMS_CHANGED, payload, runAt, onceFor })
  })
}
