import type { Pence } from '@parley/contract'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { newId } from '../../../core/ids.ts'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { type EarnedShare, postJournal, refundDecidedLegs, refundOfEarnedLegs } from '../../ledger/public.ts'
import type { RefundFacts } from '../payment-provider.ts'
import type { RefundRow } from '../store.ts'
import { refunds } from '../tables.ts'

/**
 * Our row of a refund at the provider: by its id there, by our id in its metadata, or, after a restore, one of the
 * same payment and amount that has no answer yet.
 */
export async function findRefundOf(
  db: DbOrTx,
  paymentId: string,
  facts: RefundFacts,
): Promise<RefundRow | undefined> {
  const rows = await db
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.paymentId, paymentId),
        or(
          eq(refunds.providerRefundId, facts.providerRefundId),
          facts.refundId ? sql`${refunds.id}::text = ${facts.refundId}` : undefined,
          and(
            isNull(refunds.providerRefundId),
            eq(refunds.status, 'pending'),
            eq(refunds.amountPence, facts.amountPence),
          ),
        ),
      ),
    )
  // A row that is another refund's already, as of one by hand that was faster, is not this one's.
  const free = rows.filter(row => row.providerRefundId === null && row.transferId === null)
  // One by hand that was refused moved nothing: ours is still to be made.
  const isNothing = facts.refundId === null && facts.status === 'failed' && !facts.hasMoved
  return (
    rows.find(row => row.providerRefundId === facts.providerRefundId) ??
    free.find(row => row.id === facts.refundId) ??
    (isNothing ? undefined : free[0])
  )
}

/**
 * Stores a refund that was decided elsewhere, and takes `takenPence` of it from held money or, after the release, from
 * the earners; the rest was on its way back already.
 */
export async function insertRefund(
  tx: Tx,
  adopted: {
    paymentId: string
    requestId: string
    facts: RefundFacts
    takenPence: Pence
    earned: EarnedShare | null
    now: Date
  },
): Promise<string> {
  const { paymentId, requestId, facts, takenPence, earned, now } = adopted
  const { amountPence } = facts
  const id = newId()
  await tx.insert(refunds).values({
    ...{ id, paymentId, requestId, amountPence },
    reason: `provider:${facts.providerRefundId}`,
    status: 'pending',
    providerRefundId: facts.providerRefundId,
    createdAt: now,
    updatedAt: now,
  })
  if (takenPence === 0) return id
  await postJournal(tx, {
    key: `refund_decided:${id}`,
    kind: earned ? 'refund' : 'refund_decided',
    requestId,
    at: now,
    legs: earned ? refundOfEarnedLegs(earned) : refundDecidedLegs(requestId, takenPence),
  })
  return id
}
