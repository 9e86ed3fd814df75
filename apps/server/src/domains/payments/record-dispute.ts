import type { Pence } from '@parley/contract'
import { and, asc, eq, inArray, ne, type SQL } from 'drizzle-orm'
import { invariant } from '../../core/invariant.ts'
import type { DbOrTx, Tx } from '../../db/client.ts'
import { disputeFundsLegs, postJournal, pspFeeLegs } from '../ledger/public.ts'
import type { DisputeFacts } from './payment-provider.ts'
import type { PaymentRow } from './store.ts'
import { disputes } from './tables.ts'

export type DisputeRow = typeof disputes.$inferSelect
/** What is new about a dispute; `inquiry`: the bank asks, and moves no money. */
export type DisputeStep = DisputeFacts['state'] | 'inquiry'

/**
 * Stores the provider's state of a dispute, and the money that it moved, each balance transaction once. Returns the
 * new step, null if it was stored before, and whether the bank's dispute begins with it. A closed dispute never opens
 * again, but a bank that lost one may take the money once more, and keep it: from the moment at which the provider
 * shows that money.
 */
export async function recordDispute(
  tx: Tx,
  fact: { payment: PaymentRow; dispute: DisputeFacts; now: Date },
): Promise<{ step: DisputeStep | null; begins: boolean }> {
  const { payment, dispute, now } = fact
  const { disputeId: id, amountPence, reason, state, isInquiry, openedAt } = dispute
  const { requestId } = payment
  const row = {
    id,
    paymentId: payment.id,
    requestId,
    amountPence,
    reason,
    isInquiry,
    openedAt,
    updatedAt: now,
  }
  const [opened] = await tx
    .insert(disputes)
    .values({ ...row, state, closedAt: state === 'open' ? null : now })
    .onConflictDoNothing()
    .returning({ id: disputes.id })
  for (const transaction of dispute.balanceTransactions) {
    await postJournal(tx, {
      key: `dispute_funds:${transaction.balanceTransactionId}`,
      kind: 'dispute_funds',
      requestId,
      at: now,
      legs: disputeFundsLegs(transaction.amountPence),
    })
    if (transaction.feePence === 0) continue
    await postJournal(tx, {
      key: `psp_fee:${transaction.balanceTransactionId}`,
      kind: 'psp_fee',
      requestId,
      at: now,
      legs: pspFeeLegs(transaction.feePence),
    })
  }
  if (opened) return { step: state === 'open' && isInquiry ? 'inquiry' : state, begins: !isInquiry }
  // The money that a bank gave back is not taken again before the provider shows it.
  const isFrom =
    state === 'lost' && isTaken(dispute)
      ? inArray(disputes.state, ['open', 'won'])
      : eq(disputes.state, 'open')
  const escalated = isInquiry ? false : await escalate(tx, { id, amountPence, isFrom, now })
  if (state === 'open') return { step: escalated ? 'open' : null, begins: escalated }
  const closed = await tx
    .update(disputes)
    .set({ state, closedAt: now, updatedAt: now })
    .where(and(eq(disputes.id, id), isFrom))
    .returning({ id: disputes.id })
  return { step: closed.length > 0 ? state : null, begins: escalated }
}

/** Whether the bank has money of a dispute at this moment, by its balance transactions. */
const isTaken = ({ balanceTransactions }: DisputeFacts): boolean =>
  balanceTransactions.reduce((sum, { amountPence }) => sum + amountPence, 0) < 0

/** The bank that only asked takes the money now: true once. */
async function escalate(
  tx: Tx,
  { id, amountPence, isFrom, now }: { id: string; amountPence: Pence; isFrom: SQL; now: Date },
): Promise<boolean> {
  const escalated = await tx
    .update(disputes)
    .set({ isInquiry: false, amountPence, openedAt: now, updatedAt: now })
    .where(and(eq(disputes.id, id), isFrom, eq(disputes.isInquiry, true)))
    .returning({ id: disputes.id })
  return escalated.length > 0
}

/** A dispute that is open: an inquiry moves nothing. */
const IS_OPEN_DISPUTE = and(eq(disputes.state, 'open'), eq(disputes.isInquiry, false))

/** Whether a request's charge is disputed at this moment, by another dispute than the one named. */
export async function hasOpenDispute(db: DbOrTx, requestId: string, except = ''): Promise<boolean> {
  const count = await db.$count(
    disputes,
    and(eq(disputes.requestId, requestId), IS_OPEN_DISPUTE, ne(disputes.id, except)),
  )
  return count > 0
}

/** Whether the bank of a stored dispute only asks, or asked. */
export async function isInquiry(db: DbOrTx, disputeId: string): Promise<boolean> {
  return (await db.$count(disputes, and(eq(disputes.id, disputeId), eq(disputes.isInquiry, true)))) > 0
}

/** Since when a bank disputes a request's charge; null if none does at this moment. */
export async function disputedSince(db: DbOrTx, requestId: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: disputes.openedAt })
    .from(disputes)
    .where(and(eq(disputes.requestId, requestId), IS_OPEN_DISPUTE))
    .orderBy(asc(disputes.openedAt))
    .limit(1)
  return row?.at ?? null
}

/** When a stored dispute began: of a bank that only asked first, when it began to dispute. */
export async function disputeOpenedAt(db: DbOrTx, disputeId: string): Promise<Date> {
  const [row] = await db.select({ at: disputes.openedAt }).from(disputes).where(eq(disputes.id, disputeId))
  invariant(row, 'a dispute is stored before it is followed')
  return row.at
}

/** Whether a bank has taken back a request's charge, or a part of it, for good. */
export async function isChargedBack(db: DbOrTx, requestId: string): Promise<boolean> {
  return (await db.$count(disputes, and(eq(disputes.requestId, requestId), eq(disputes.state, 'lost')))) > 0
}
