import { DECLINED_CARDS_AN_HOUR_MAX } from '@parley/contract'
import { and, eq, inArray } from 'drizzle-orm'
import { type DbOrTx, withTransaction } from '../../../db/client.ts'
import { PAYMENT_TOPICS, type PaymentsDeps } from '../deps.ts'
import { declinesOf } from '../payer-bounds.ts'
import { payments } from '../tables.ts'
import { endSetup, ownerOfSetup } from './card-setups.ts'

/**
 * After a decline: cancels the open intents of a person who tried too many cards, because their secrets would let a
 * browser try more at the provider (attack: a list of stolen cards). The requests stay; the person can pay them an
 * hour later.
 */
export async function stopCardTries(
  deps: PaymentsDeps,
  decline: { kind: 'intent' | 'setup'; id: string },
): Promise<void> {
  const { db, clock } = deps
  const { kind, id } = decline
  const payerId = kind === 'intent' ? await payerOfIntent(db, id) : await ownerOfSetup(db, id)
  if (!payerId || (await declinesOf(db, payerId, clock.now())).length < DECLINED_CARDS_AN_HOUR_MAX) return
  await withTransaction(db, async tx => {
    const open = await tx
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.payerId, payerId), inArray(payments.status, ['creating', 'open'])))
    for (const payment of open) {
      await deps.outbox.add(tx, PAYMENT_TOPICS.cancelIntent, { paymentId: payment.id })
    }
    await endSetup(deps, tx, payerId)
  })
}

async function payerOfIntent(db: DbOrTx, intentId: string): Promise<string | undefined> {
  const [payment] = await db
    .select({ payerId: payments.payerId })
    .from(payments)
    .where(eq(payments.intentId, intentId))
  return payment?.payerId
}
