import {
  ensureIntent,
  findPayment,
  markEventHandled,
  PAYMENT_TOPICS,
  recordRefund,
  sendRefund,
  subjectOfEvent,
} from '../payments/public.ts'
import type { RequestsDeps } from './deps.ts'
import { applyIntent, settleIntent } from './settle-payment.ts'

type Handler = (payload: Record<string, unknown>) => Promise<void>

/** The work that payments leave in the outbox and that ends in a request, by topic. */
export function paymentWork(deps: RequestsDeps): Record<string, Handler> {
  return {
    [PAYMENT_TOPICS.refund]: payload => sendRefund(deps, String(payload.refundId)),
    [PAYMENT_TOPICS.cancelIntent]: payload => cancelIntent(deps, String(payload.paymentId)),
    [PAYMENT_TOPICS.providerEvent]: payload => handleEvent(deps, String(payload.eventId)),
  }
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
  if (subject?.kind === 'intent') await settleIntent(deps, subject.intentId)
  if (subject?.kind === 'refund' && subject.refund.providerRefundId) {
    await recordRefund(deps, subject.refund, await deps.payments.fetchRefund(subject.refund.providerRefundId))
  }
  await markEventHandled(deps, eventId)
}
