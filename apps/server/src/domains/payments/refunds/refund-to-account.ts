import { asc, eq, or, sql } from 'drizzle-orm'
import type { OutboxWriter } from '../../../core/core.ts'
import { invariant } from '../../../core/invariant.ts'
import type { Tx } from '../../../db/client.ts'
import { type PaymentsDeps, SUBJECT_TOPICS } from '../deps.ts'
import type { RefundWord } from '../payment-provider.ts'
import type { TransferFacts } from '../payout-provider.ts'
import { findPayment, type PaymentRow, type RefundRow } from '../store.ts'
import { payments, refunds } from '../tables.ts'
import { isOfAnother, isUnfinished } from './refund-rules.ts'
import { BALANCE_TOO_LOW, waitUnderNewNumber } from './refused-refund.ts'
import { adoptSecondTry } from './returned-refunds.ts'

const PREFIX = 'refund:'
/** The mark of a refund on its transfer; the influencer's own transfer has the request's id. */
const markOf = (refundId: string) => `${PREFIX}${refundId}`

/**
 * The status of a refund that went to the buyer's own account as a transfer. The platform owes to a buyer again what an
 * operator took back of it in the provider's dashboard.
 */
export function transferWord({ transferId, reversals }: TransferFacts): RefundWord {
  return {
    ...{ status: 'succeeded', hasMoved: true, hasReturned: false },
    ...{ reference: null, providerRefundId: null, transferId, takenBack: reversals },
  }
}

/** The provider sends nothing: the platform owes it to the buyer, who chooses another way. */
export const REFUSED: RefundWord = {
  ...{ status: 'failed', hasMoved: false, hasReturned: false },
  ...{ providerRefundId: null, transferId: null, reference: null },
}

export type SendsToAccount = Pick<PaymentsDeps, 'db' | 'payouts'> & {
  log: Pick<PaymentsDeps['log'], 'error'>
}

/**
 * Sends a refund to the buyer's own account at the provider; after a definite refusal the platform still owes it, and
 * nothing moved.
 */
export async function sendToAccount(
  deps: SendsToAccount,
  refund: RefundRow,
  payment: PaymentRow,
): Promise<RefundWord> {
  invariant(refund.accountId && payment.chargeId, 'what goes to an account was charged')
  const mark = markOf(refund.id)
  const { chargeId } = payment
  const made = await deps.payouts.findTransfer({ requestId: mark, chargeId })
  const { accountId, amountPence } = refund
  const transfer = { payoutId: refund.id, requestId: mark, accountId, amountPence }
  // Each try of the refund asks twice at most: so the first one asks under 1 and 2.
  const attempt = 2 * refund.attempt - 1
  let answer = made ?? (await deps.payouts.transfer({ ...transfer, attempt, chargeId }))
  // What was paid out of a charge is not there a second time: the platform then pays from its own balance.
  if ('refused' in answer && answer.refused === 'other')
    answer = await deps.payouts.transfer({ ...transfer, attempt: attempt + 1, chargeId: null })
  if ('refused' in answer && answer.refused === 'funds')
    return waitUnderNewNumber(deps, refund, BALANCE_TOO_LOW)
  if (!('refused' in answer)) return transferWord(answer)
  deps.log.error(
    { refundId: refund.id, refused: answer.refused },
    'the provider refused a refund to an account',
  )
  return REFUSED
}

/** The same for one that was sent and whose answer may be lost; null if there is none. */
export async function findToAccount(
  { db, payouts }: Pick<PaymentsDeps, 'db' | 'payouts'>,
  { id, paymentId }: RefundRow,
): Promise<RefundWord | null> {
  const chargeId = (await findPayment(db, paymentId))?.chargeId ?? null
  const made = await payouts.findTransfer({ requestId: markOf(id), chargeId })
  return made && transferWord(made)
}

/** Our id of the refund that a transfer at the provider is of, by the mark on it; null for any other transfer. */
export const refundIdOfMark = (mark: string): string | null =>
  mark.startsWith(PREFIX) ? mark.slice(PREFIX.length) : null

/**
 * The refund of a transfer; undefined where the books have none for it. One by hand that took its row gives it back;
 * where the row was lost with a database, or the one by hand came back, the transfer replaces the returned refund.
 */
export async function refundOfTransfer(
  deps: { outbox: OutboxWriter },
  tx: Tx,
  of: { refundId: string; transfer: TransferFacts; now: Date },
): Promise<RefundRow | undefined> {
  const { refundId, transfer, now } = of
  const { transferId, accountId, amountPence, chargeId } = transfer
  const rows = await tx
    .select()
    .from(refunds)
    .where(or(eq(sql`${refunds.id}::text`, refundId), eq(refunds.transferId, transferId)))
    .orderBy(asc(refunds.id))
    .for('update')
  const known = rows.find(row => row.transferId === transferId) ?? rows[0]
  if (known && !isOfAnother(known, transferWord(transfer))) return known
  const given = known && (await takeFromOneByHand(deps, tx, { refund: known, transfer, now }))
  if (given) return given
  const [payment] = chargeId
    ? await tx.select({ id: payments.id }).from(payments).where(eq(payments.chargeId, chargeId))
    : []
  const adopted =
    payment && (await adoptSecondTry(tx, { refundId, paymentId: payment.id, amountPence, accountId, now }))
  if (!adopted) return undefined
  // At once: if the process died before the next transaction, nothing would say that the row is this transfer's, and
  // the money would be sent once more.
  const sent = { status: 'succeeded', transferId, updatedAt: now } as const
  const [row] = await tx.update(refunds).set(sent).where(eq(refunds.id, adopted.id)).returning()
  return row
}

/**
 * A refund by hand took the row of ours while its transfer was made: both left the platform's balance. The transfer has
 * the row, so that what is taken back of it is owed again; the one by hand gets another row, or is listed.
 */
async function takeFromOneByHand(
  deps: { outbox: OutboxWriter },
  tx: Tx,
  { refund, transfer, now }: { refund: RefundRow; transfer: TransferFacts; now: Date },
): Promise<RefundRow | undefined> {
  const { id, status, providerRefundId } = refund
  const isWithBuyer = isUnfinished(status) || status === 'succeeded'
  if (providerRefundId === null || refund.transferId !== null || !isWithBuyer) return undefined
  const { transferId, accountId } = transfer
  const [row] = await tx
    .update(refunds)
    .set({
      status: 'succeeded',
      providerRefundId: null,
      reference: null,
      transferId,
      accountId,
      updatedAt: now,
    })
    .where(eq(refunds.id, id))
    .returning()
  await deps.outbox.add(tx, SUBJECT_TOPICS.refund, { id: providerRefundId })
  return row
}
