import type Stripe from 'stripe'
import type { DisputeEvidence, PaymentProvider } from '../../domains/payments/payment-provider.ts'
import { callStripe } from './client.ts'

type Evidence = Pick<PaymentProvider, 'uploadEvidence' | 'stageEvidence' | 'sendEvidence'>

/** Answers disputes: one file, staged once and sent once, each under a key of the dispute. */
export function evidence(stripe: Stripe): Evidence {
  return {
    uploadEvidence: ({ disputeId, pdf }) =>
      callStripe(async () => {
        const file = { data: pdf, name: `${disputeId}.pdf`, type: 'application/pdf' }
        const params = { purpose: 'dispute_evidence', file } as const
        return (await stripe.files.create(params, { idempotencyKey: `dispute-file:${disputeId}` })).id
      }),
    stageEvidence: ({ disputeId, evidence: given }) =>
      callStripe(async () => {
        const params = { evidence: fieldsOf(given), submit: false }
        await stripe.disputes.update(disputeId, params, { idempotencyKey: `dispute-stage:${disputeId}` })
      }),
    sendEvidence: disputeId =>
      callStripe(async () => {
        await stripe.disputes.update(
          disputeId,
          { submit: true },
          { idempotencyKey: `dispute-send:${disputeId}` },
        )
      }),
  }
}

function fieldsOf(given: DisputeEvidence): Stripe.DisputeUpdateParams.Evidence {
  return {
    product_description: given.productDescription,
    service_date: given.serviceDate,
    service_documentation: given.fileId,
    access_activity_log: given.accessActivityLog,
    refund_policy_disclosure: given.refundPolicyDisclosure,
    customer_name: given.customerName,
    customer_email_address: given.customerEmail,
  }
}
