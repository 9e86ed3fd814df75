import { type TopicWork, workOf } from '../../../core/topic.ts'
import {
  type EventSubject,
  ensureIntent,
  findPayment,
  markEventHandled,
  PAYMENT_TOPICS,
  refreshAccount,
  sendReversal,
  sendTransfer,
  settleBankPayout,
  settleReversals,
  stopCardTries,
  subjectOfEvent,
} from '../../payments/public.ts'
import type { RequestsDeps } from '../deps.ts'
import { settleRefund } from './adopt-refund.ts'
import { sendRefund } from './follow-refunds.ts'
import { settleDispute } from './settle-dispute.ts'
import { applyIntent, settleIntent } from './settle-payment.ts'

/** The work that payments leave in the outbox and that ends in a request. */
export function paymentWork(deps: RequestsDeps): TopicWork[] {
  return [
    workOf(PAYMENT_TOPICS.refund, ({ refundId }) => sendRefund(deps, refundId)),
    workOf(PAYMENT_TOPICS.cancelIntent, ({ paymentId }) => cancelIntent(deps, paymentId)),
    workOf(PAYMENT_TOPICS.cancelSetup, ({ setupId }) => deps.cards.cancelSetup(setupId)),
    workOf(PAYMENT_TOPICS.transfer, ({ payoutId }) => sendTransfer(deps, payoutId)),
    workOf(PAYMENT_TOPICS.reversal, ({ reversalId }) => sendReversal(deps, reversalId)),
    workOf(PAYMENT_TOPICS.providerEvent, ({ eventId }) => handleEvent(deps, eventId)),
  ]
}

/** Cancels the intent of a request that ended unpaid; money that won the race comes back as late money. */
async function cancelIntent(deps: RequestsDeps, paymentId: string): Promise<void> {
  const stored = await findPayment(deps.db, paymentId)
  if (!stored) return
  // An intent that was asked for before a crash exists at the provider: the same key finds it.
  const payment = await ensureIntent(deps, stored)
  if (!payment.intentId) return
  await applyIntent(deps, payment, await deps.payments.cancelIntent(payment.intentId))
}

async function handleEvent(deps: RequestsDeps, eventId: string): Promise<void> {
  const subject = await subjectOfEvent(deps, eventId)
  if (subject) await settle(deps, subject)
  await markEventHandled(deps, eventId)
}

/** Asks the provider about whatever an event is about, and lets the books follow. */
async function settle(deps: RequestsDeps, subject: EventSubject): Promise<void> {
  const { kind, id } = subject
  switch (kind) {
    case 'intent':
      await settleIntent(deps, id)
      return stopCardTries(deps, { kind, id })
    case 'setup':
      return stopCardTries(deps, { kind, id })
    case 'refund':
      await settleRefund(deps, id)
      return
    case 'dispute':
      return settleDispute(deps, id)
    case 'account':
      return refreshAccount(deps, id)
    case 'transfer':
      return settleReversals(deps, id)
    case 'bank_payout':
      return settleBankPayout(deps, id)
  }
}
