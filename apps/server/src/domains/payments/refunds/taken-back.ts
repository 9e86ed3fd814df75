import { type Pence, pence } from '@parley/contract'
import { eq } from 'drizzle-orm'
import { newId } from '../../../core/ids.ts'
import type { Tx } from '../../../db/client.ts'
import { postJournal, refundReturnedLegs } from '../../ledger/public.ts'
import { refunds } from '../tables.ts'

export interface TakenBack {
  refundId: string
  back: { reversalId: string; amountPence: Pence }
  now: Date
}

/**
 * Stores what an operator took back of a refund that went to the buyer's account as a transfer: the platform owes it to
 * the buyer again, who chooses once more. A part becomes a refund of its own, and the rest stays with the buyer. Once
 * for each reversal at the provider.
 */
export async function recordTakenBack(tx: Tx, { refundId, back, now }: TakenBack): Promise<void> {
  const { reversalId, amountPence } = back
  const [known] = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(eq(refunds.providerRefundId, reversalId))
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId)).for('update')
  // A refund that came back as a whole has no part with the buyer any more.
  if (known || refund?.status !== 'succeeded') return
  const leftPence = pence(refund.amountPence - amountPence)
  const set = (change: Partial<typeof refunds.$inferInsert>) =>
    tx
      .update(refunds)
      .set({ ...change, updatedAt: now })
      .where(eq(refunds.id, refundId))
  const id = leftPence > 0 ? newId() : refundId
  if (leftPence > 0) {
    const { paymentId, requestId, accountId } = refund
    await set({ amountPence: leftPence })
    await tx.insert(refunds).values({
      ...{ id, paymentId, requestId, accountId, amountPence },
      reason: `taken_back:${reversalId}`,
      status: 'failed',
      providerRefundId: reversalId,
      createdAt: now,
      updatedAt: now,
    })
  } else await set({ status: 'failed' })
  await postJournal(tx, {
    key: `refund_returned:${id}`,
    kind: 'refund_returned',
    requestId: refund.requestId,
    at: now,
    legs: refundReturnedLegs(pence(Math.min(amountPence, refund.amountPence))),
  })
}
