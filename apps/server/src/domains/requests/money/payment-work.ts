import { type TopicWork, workOf } from '../../../core/topic.ts'
import {
  ensureIntent,
  findPayment,
  PAYMENT_TOPICS,
  SUBJECT_TOPICS,
  stopCardTries,
} from '../../payments/public.ts'
import { REQUEST_TOPICS, type RequestsDeps } from '../deps.ts'
import { followFraudWarning } from '../disputes/fraud-warnings.ts'
import { applyTransfer } from './adopt-balance-transaction.ts'
import { followRefundOf } from './adopt-refund.ts'
import { applyDispute } from './apply-dispute.ts'
import { applyIntent, applyIntentOutcome, pollBank } from './apply-payment.ts'
import { sendRefund } from './follow-refunds.ts'

/** The outbox work of payments that ends in a request, and the changes that the provider reports. */
export function requestPaymentWork(deps: RequestsDeps): TopicWork[] {
  return [
    workOf(PAYMENT_TOPICS.refund, ({ refundId }) => sendPlanned(deps, refundId)),
    workOf(PAYMENT_TOPICS.cancelIntent, ({ paymentId }) => cancelIntent(deps, paymentId)),
    workOf(SUBJECT_TOPICS.intent, ({ id }) => followIntent(deps, id)),
    workOf(REQUEST_TOPICS.bankPolled, ({ intentId }) => pollBank(deps, intentId)),
    workOf(SUBJECT_TOPICS.refund, ({ id }) => followRefundOf(deps, id)),
    workOf(SUBJECT_TOPICS.transfer, async ({ id }) => void (await applyTransfer(deps, id))),
    workOf(SUBJECT_TOPICS.dispute, ({ id }) => applyDispute(deps, id)),
    workOf(SUBJECT_TOPICS.fraudWarning, ({ id }) => followFraudWarning(deps, id)),
  ]
}

/** Cancels the intent of a request that ended unpaid; a payment that was faster is refunded as late money. */
async function cancelIntent(deps: RequestsDeps, paymentId: string): Promise<void> {
  const stored = await findPayment(deps.db, paymentId)
  if (!stored) return
  // An intent from before a crash exists at the provider: the same key finds it.
  const payment = await ensureIntent(deps, stored)
  if (!payment.intentId) return
  await applyIntent(deps, payment, await deps.payments.cancelIntent(payment.intentId))
}

async function followIntent(deps: RequestsDeps, intentId: string): Promise<void> {
  await applyIntentOutcome(deps, intentId)
  await stopCardTries(deps, { kind: 'intent', id: intentId })
}

/** Sends a refund of ours; where one by hand took its row in the meantime, both are in the books. */
async function sendPlanned(deps: RequestsDeps, refundId: string): Promise<void> {
  const another = await sendRefund(deps, refundId)
  if (another?.providerRefundId) await followRefundOf(deps, another.providerRefundId)
  if (another?.transferId) await applyTransfer(deps, another.transferId)
}
