import { and, eq } from 'drizzle-orm'
import { findPaymentByIntent } from '../../payments/public.ts'
import { changeRequest } from '../change-request.ts'
import { REQUEST_TOPICS, type RequestsDeps } from '../deps.ts'
import { applyPayment } from '../money/apply-payment.ts'
import { requestAudit } from '../tables.ts'

/**
 * The issuer of a card says that a payment may be fraud: a hint for finance, once for each sale, and nothing else.
 * Money stays where it is, because the warning may be wrong, and a person decides whether to give it back.
 */
export async function followFraudWarning(deps: RequestsDeps, warningId: string): Promise<void> {
  const { intentId, kind } = await deps.payments.fetchFraudWarning(warningId)
  const payment = intentId ? await findPaymentByIntent(deps.db, intentId) : undefined
  if (!payment) return
  // The event of a warning may come before that of its payment.
  if (payment.status !== 'succeeded') await applyPayment(deps, payment)
  const action = 'fraud_warning'
  await changeRequest(deps, {
    ...{ requestId: payment.requestId, actorId: null, action },
    decide: async ({ id: requestId, paymentStatus }, tx) => {
      const isKnown = and(eq(requestAudit.requestId, requestId), eq(requestAudit.action, action))
      if ((await tx.$count(requestAudit, isKnown)) > 0) return null
      await deps.outbox.add(tx, REQUEST_TOPICS.fraudWarned, { requestId, kind })
      return { patch: { paymentStatus }, refund: null, cancelIntent: 'no', release: 'no' }
    },
  })
}
