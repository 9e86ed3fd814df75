import type { Pence } from '@parley/contract'
import { and, eq, like, sum } from 'drizzle-orm'
import type { OutboxWriter } from '../../../core/core.ts'
import { newId } from '../../../core/ids.ts'
import { invariant } from '../../../core/invariant.ts'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import {
  disputedPence,
  type EarnedShare,
  postJournal,
  refundDecidedLegs,
  refundOfEarnedLegs,
  refundPaidLegs,
  refundReturnedLegs,
} from '../../ledger/public.ts'
import { PAYMENT_TOPICS, type PaymentsDeps } from '../deps.ts'
import type { RefundFacts, RefundWord } from '../payment-provider.ts'
import { isChargedBack } from '../record-dispute.ts'
import { findPayment, findPaymentOf, type RefundRow } from '../store.ts'
import { refunds } from '../tables.ts'
import { isOfAnother, isUnfinished, newReference, statusAfter } from './refund-rules.ts'
import { findToAccount, REFUSED, type SendsToAccount, sendToAccount } from './refund-to-account.ts'
import { BALANCE_TOO_LOW, waitUnderNewNumber } from './refused-refund.ts'
import { recordTakenBack } from './taken-back.ts'

export interface RefundPlan {
  requestId: string
  amountPence: Pence
  /** The reason; each reason applies once to a payment. */
  reason: string
  /** The earners, after the release; the legs then reduce what they are owed. */
  earned?: EarnedShare | null
}

/** Stores a refund, in the change's own transaction; the outbox calls the provider. */
export async function planRefund(
  deps: { outbox: OutboxWriter },
  tx: Tx,
  plan: RefundPlan & { now: Date },
): Promise<void> {
  const payment = await findPaymentOf(tx, plan.requestId)
  invariant(payment?.status === 'succeeded', 'only what was paid is refunded')
  const { requestId, amountPence, reason, earned = null, now } = plan
  const [refund] = await tx
    .insert(refunds)
    .values({
      id: newId(),
      paymentId: payment.id,
      requestId,
      amountPence,
      reason,
      status: 'pending',
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: refunds.id })
  invariant(refund, 'an inserted refund is returned')
  const legs = earned ? refundOfEarnedLegs(earned) : refundDecidedLegs(requestId, amountPence)
  await postJournal(tx, {
    key: `refund_decided:${refund.id}`,
    kind: earned ? 'refund' : 'refund_decided',
    requestId,
    at: now,
    legs,
  })
  await deps.outbox.add(tx, PAYMENT_TOPICS.refund, { refundId: refund.id })
}

export async function findPlannedRefund(db: DbOrTx, id: string): Promise<RefundRow | undefined> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id))
  return row
}

/** A refund of a request that was decided for this reason. */
export async function findRefundByReason(
  tx: Tx,
  { requestId, reason }: { requestId: string; reason: string },
): Promise<RefundRow | undefined> {
  const [row] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.requestId, requestId), eq(refunds.reason, reason)))
  return row
}

/** The sum of a request's refunds for reasons of a kind, in pence. */
export async function refundedForPence(
  tx: Tx,
  { requestId, reasonsBeginWith }: { requestId: string; reasonsBeginWith: string },
): Promise<number> {
  const [row] = await tx
    .select({ pence: sum(refunds.amountPence).mapWith(Number) })
    .from(refunds)
    .where(and(eq(refunds.requestId, requestId), like(refunds.reason, `${reasonsBeginWith}%`)))
  return row?.pence ?? 0
}

/** A refund, and the provider's state of it. */
export interface Requested {
  refund: RefundRow
  word: RefundWord
}

/** The refunds of a request that the provider has made although its answer was lost. */
export async function listMadeRefunds(
  deps: Pick<PaymentsDeps, 'db' | 'payments' | 'payouts'>,
  requestId: string,
): Promise<Requested[]> {
  const rows = await deps.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.requestId, requestId), eq(refunds.status, 'pending')))
  const made: Requested[] = []
  for (const refund of rows) {
    const word = refund.accountId ? await findToAccount(deps, refund) : await findToCard(deps, refund)
    if (word) made.push({ refund, word })
  }
  return made
}

async function findToCard(
  deps: Pick<PaymentsDeps, 'db' | 'payments'>,
  refund: RefundRow,
): Promise<RefundWord | null> {
  const payment = await findPayment(deps.db, refund.paymentId)
  const made = payment?.intentId ? await findMade(deps.payments, refund, payment.intentId) : null
  return made && { ...made, transferId: null }
}

/** What the provider has made of a refund to a card. One by hand that has our row has no mark of ours. */
const findMade = (
  payments: PaymentsDeps['payments'],
  { id: refundId, providerRefundId }: RefundRow,
  intentId: string,
): Promise<RefundFacts | null> =>
  providerRefundId ? payments.fetchRefund(providerRefundId) : payments.findRefund({ refundId, intentId })

/** Sends a planned refund to the provider; null if there is nothing to send. Safe to repeat. */
export async function requestRefund(
  deps: Pick<PaymentsDeps, 'db' | 'payments'> & SendsToAccount,
  refundId: string,
): Promise<Requested | null> {
  const refund = await findPlannedRefund(deps.db, refundId)
  invariant(refund, 'a planned refund is stored')
  if (!isUnfinished(refund.status)) return null
  const payment = await findPayment(deps.db, refund.paymentId)
  invariant(payment?.intentId, 'a refunded payment has an intent')
  // Stripe refuses it during a dispute; the end of the dispute sends it again, or has paid it already.
  if ((await disputedPence(deps.db, refund.requestId)) > 0) return null
  // One by hand that has the row brings the money to the card, whatever its buyer chose before.
  const isToAccount = refund.accountId !== null && refund.providerRefundId === null
  if (isToAccount) return { refund, word: await sendToAccount(deps, refund, payment) }
  return { refund, word: await sendToCard(deps, refund, payment.intentId) }
}

async function sendToCard(
  deps: Pick<PaymentsDeps, 'db' | 'payments'> & Pick<SendsToAccount, 'log'>,
  refund: RefundRow,
  intentId: string,
): Promise<RefundWord> {
  const { id: refundId, requestId, attempt, amountPence, reason } = refund
  // An idempotency key expires after a day, and repeats a failure that hid a success: the provider's list has neither
  // fault.
  const made = await findMade(deps.payments, refund, intentId)
  const answer = made ?? (await deps.payments.refund({ refundId, attempt, intentId, amountPence, reason }))
  if (!('refused' in answer)) return { ...answer, transferId: null }
  // Of a charge that a bank took back the provider may refund nothing to the card, not even what the bank left. Where
  // we do not know yet who has the money, its event ends the wait.
  const isTaken = answer.refused === 'taken' && !(await isChargedBack(deps.db, requestId))
  if (isTaken || answer.refused === 'funds') {
    const why = isTaken ? 'somebody else has the money of this charge' : BALANCE_TOO_LOW
    return waitUnderNewNumber(deps, refund, why)
  }
  deps.log.error({ refundId, refused: answer.refused }, 'the provider refused a refund to a card')
  return REFUSED
}

/**
 * Stores the provider's state of a refund; the ledger follows the money, when it leaves the provider and if it
 * returns. Nothing of `another` is stored: it needs a row of its own.
 */
export async function recordRefund(
  tx: Tx,
  said: { refund: RefundRow; word: RefundWord; now: Date },
): Promise<'stored' | 'another'> {
  const { refund, word, now } = said
  const [locked] = await tx.select().from(refunds).where(eq(refunds.id, refund.id)).for('update')
  if (!locked) return 'stored'
  if (isOfAnother(locked, word)) return 'another'
  if (locked.status === 'covered') {
    // The bank paid what this refund had not brought. What went out and came back in is in the provider's books.
    if (word.hasReturned) await postMoves(tx, { refund: locked, word, now })
    return 'stored'
  }
  const status = statusAfter(locked.status, word.status)
  if (status) {
    const { providerRefundId, transferId } = word
    // One by hand went to the card, though its buyer chose an account: it is sent there no more.
    const accountId = providerRefundId === null ? locked.accountId : null
    await tx
      .update(refunds)
      .set({ status, providerRefundId, transferId, accountId, updatedAt: now })
      .where(eq(refunds.id, refund.id))
  }
  const reference = newReference(locked.reference, word.reference)
  if (reference) await tx.update(refunds).set({ reference }).where(eq(refunds.id, refund.id))
  await postMoves(tx, { refund, word, now })
  for (const back of word.takenBack ?? []) await recordTakenBack(tx, { refundId: refund.id, back, now })
  return 'stored'
}

/** The ledger follows the money, out of the provider's balance and back into it. */
async function postMoves(tx: Tx, { refund, word, now }: Requested & { now: Date }): Promise<void> {
  const { id, requestId, amountPence } = refund
  const entry = { requestId, at: now }
  if (word.hasMoved) {
    const legs = refundPaidLegs(amountPence)
    await postJournal(tx, { ...entry, key: `refund_paid:${id}`, kind: 'refund_paid', legs })
  }
  // A bank may return the money days later: the platform then owes it to the buyer again.
  if (word.hasReturned) {
    const legs = refundReturnedLegs(amountPence)
    await postJournal(tx, { ...entry, key: `refund_returned:${id}`, kind: 'refund_returned', legs })
  }
}
