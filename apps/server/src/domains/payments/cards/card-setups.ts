import { CARD_SETUPS_AN_HOUR_MAX, DAY_MS, messages } from '@parley/contract'
import { and, asc, eq, gt, isNull, lt, or } from 'drizzle-orm'
import { newId } from '../../../core/ids.ts'
import { invariant } from '../../../core/invariant.ts'
import { refuse } from '../../../core/refusal.ts'
import { type DbOrTx, type Tx, withTransaction } from '../../../db/client.ts'
import { holdAccount } from '../../accounts/public.ts'
import { PAYMENT_TOPICS, type PaymentsDeps } from '../deps.ts'
import { assertMayTryCard, hourBefore, lockPayer, waitSeconds } from '../payer-bounds.ts'
import type { SetupFacts } from '../payment-provider.ts'
import { cardSetups } from '../tables.ts'

/** The provider repeats an event about a setup for days; by then nobody counts the declined cards of that hour. */
const OVER_KEPT_MS = 30 * DAY_MS

type SetupRow = typeof cardSetups.$inferSelect

/**
 * The one open setup of a person: the former one while it waits for a card, else a new one. 429 after too many
 * setups, or too many declined cards, in the last hour (attack: a list of stolen cards that are saved instead of
 * charged).
 */
export async function openSetup(
  deps: PaymentsDeps,
  person: { userId: string; customerId: string },
): Promise<SetupFacts> {
  // Ends: each round that finds nothing open makes a new one, and their number is bounded.
  for (;;) {
    const row = await openRow(deps, person.userId)
    const setup = row.setupId
      ? await deps.cards.fetchSetup(row.setupId)
      : await createAtProvider(deps, row, person.customerId)
    if (setup?.status === 'requires_payment_method' || setup?.status === 'requires_action') return setup
    // Where this call made one that does not count, the next round finds the one that does.
    if (setup !== null || row.setupId) await closeSetup(deps, row)
  }
}

/** The open row, or a new one: under the payer's lock, so that rivals do not exceed the limit together. */
function openRow(deps: PaymentsDeps, userId: string): Promise<SetupRow> {
  return withTransaction(deps.db, async tx => {
    await lockPayer(tx, userId)
    // A deletion in this moment has ended the setups that it found, and nobody ends one that comes after it.
    if (!(await holdAccount(tx, userId))) throw refuse.unauthenticated()
    const now = deps.clock.now()
    await assertMayTryCard(tx, userId, now)
    const [open] = await tx.select().from(cardSetups).where(isOpenOf(userId))
    if (open) return open
    await assertMayBeginSetup(tx, userId, now)
    const [row] = await tx
      .insert(cardSetups)
      .values({ id: newId(), userId, status: 'open', createdAt: now, updatedAt: now })
      .returning()
    invariant(row, 'an inserted setup is returned')
    return row
  })
}

const isOpenOf = (userId: string) => and(eq(cardSetups.userId, userId), eq(cardSetups.status, 'open'))

async function assertMayBeginSetup(tx: Tx, userId: string, now: Date): Promise<void> {
  const rows = await tx
    .select({ at: cardSetups.createdAt })
    .from(cardSetups)
    .where(and(eq(cardSetups.userId, userId), gt(cardSetups.createdAt, hourBefore(now))))
    .orderBy(asc(cardSetups.createdAt))
  const times = rows.map(row => row.at)
  const wait = waitSeconds(times, CARD_SETUPS_AN_HOUR_MAX, now)
  if (wait !== null) throw refuse.tooMany(wait, messages.tooManySetups)
}

/** Null when the setup was ended, or another call stored one, while the provider made it: nobody gets this one. */
async function createAtProvider(
  deps: PaymentsDeps,
  row: SetupRow,
  customerId: string,
): Promise<SetupFacts | null> {
  const setup = await deps.cards.createSetup({ setupKey: row.id, customerId })
  const [stored] = await deps.db
    .update(cardSetups)
    .set({ setupId: setup.setupId, updatedAt: deps.clock.now() })
    .where(
      and(eq(cardSetups.id, row.id), or(isNull(cardSetups.setupId), eq(cardSetups.setupId, setup.setupId))),
    )
    .returning({ status: cardSetups.status })
  if (stored?.status === 'open') return setup
  await deps.cards.cancelSetup(setup.setupId)
  return null
}

async function closeSetup(deps: PaymentsDeps, { id }: SetupRow): Promise<void> {
  await deps.db
    .update(cardSetups)
    .set({ status: 'over', updatedAt: deps.clock.now() })
    .where(eq(cardSetups.id, id))
}

/** The person of a setup at the provider; undefined if it is none of ours. */
export async function ownerOfSetup(db: DbOrTx, setupId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: cardSetups.userId })
    .from(cardSetups)
    .where(eq(cardSetups.setupId, setupId))
  return row?.userId
}

/** Ends the open setup of a person; the outbox informs the provider. */
export async function endSetup(
  deps: Pick<PaymentsDeps, 'outbox' | 'clock'>,
  tx: Tx,
  userId: string,
): Promise<void> {
  const [ended] = await tx
    .update(cardSetups)
    .set({ status: 'over', updatedAt: deps.clock.now() })
    .where(isOpenOf(userId))
    .returning({ setupId: cardSetups.setupId })
  if (ended?.setupId) await deps.outbox.add(tx, PAYMENT_TOPICS.cancelSetup, { setupId: ended.setupId })
}

/** Removes the setups that were over a month ago: the cards that they saved stay. */
export async function deleteOldSetups({ db, clock }: Pick<PaymentsDeps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - OVER_KEPT_MS)
  await db.delete(cardSetups).where(and(eq(cardSetups.status, 'over'), lt(cardSetups.updatedAt, before)))
}
