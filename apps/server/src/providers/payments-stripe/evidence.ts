import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import type {
  DisputeEvidence,
  EvidenceFile,
  PaymentProvider,
} from '../../domains/payments/payment-provider.ts'
import { callStripe } from './client.ts'

type Evidence = Pick<
  PaymentProvider,
  'uploadEvidence' | 'stageEvidence' | 'stageStatement' | 'sendEvidence' | 'closeDispute'
>

/**
 * Answers disputes: the files, staged and sent. A name or an address may change between two tries of staging, so its
 * key names what is staged; each try of sending has a key of its own, as Stripe keeps a failure under a key for a day.
 */
export function evidence(stripe: Stripe): Evidence {
  return {
    uploadEvidence: ({ disputeId, file: field, pdf, renewedAt }) =>
      callStripe(async () => {
        const { name, idempotencyKey: firstKey } = namesOf(disputeId, field)
        const idempotencyKey = renewedAt === null ? firstKey : `${firstKey}:${renewedAt.getTime()}`
        const file = { data: pdf, name, type: 'application/pdf' }
        const params = { purpose: 'dispute_evidence', file } as const
        return (await stripe.files.create(params, { idempotencyKey })).id
      }),
    stageEvidence: ({ disputeId, evidence: given }) =>
      callStripe(async () => {
        const params = { evidence: fieldsOf(given), submit: false }
        const idempotencyKey = `dispute-stage:${disputeId}:${digestOf(params)}`
        try {
          await stripe.disputes.update(disputeId, params, { idempotencyKey })
          return 'staged'
        } catch (error) {
          if (isTooLong(error)) return 'too_long'
          throw error
        }
      }),
    // Without a key of ours: it sets one field, and going back to a text of before must not be taken for the first
    // time.
    stageStatement: ({ disputeId, text }) =>
      callStripe(async () => {
        const evidence = { uncategorized_text: text }
        await stripe.disputes.update(disputeId, { evidence, submit: false })
      }),
    sendEvidence: ({ disputeId, attempt, statement }) =>
      callStripe(async () => {
        const idempotencyKey = `dispute-send:${disputeId}:${attempt}`
        if (statement !== null) {
          const params = { evidence: { uncategorized_text: statement }, submit: true }
          try {
            await stripe.disputes.update(disputeId, params, { idempotencyKey })
            return 'whole'
          } catch (error) {
            if (!isTooLong(error)) throw error
          }
        }
        const alone = statement === null ? idempotencyKey : `${idempotencyKey}:alone`
        await stripe.disputes.update(disputeId, { submit: true }, { idempotencyKey: alone })
        return statement === null ? 'whole' : 'without_statement'
      }),
    closeDispute: ({ disputeId, attempt }) =>
      callStripe(async () => {
        const idempotencyKey = `dispute-close:${disputeId}:${attempt}`
        await stripe.disputes.close(disputeId, {}, { idempotencyKey })
      }),
  }
}

/** The texts and files together have more pages than the card's network takes (Stripe changelog, 2026-09-30). */
const isTooLong = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === 'dispute_evidence_page_limit_exceeded'

/** The record of the sale has the names that it had when it was the only file: its upload is repeated under them. */
const namesOf = (disputeId: string, field: EvidenceFile) =>
  field === 'service_documentation'
    ? { name: `${disputeId}.pdf`, idempotencyKey: `dispute-file:${disputeId}` }
    : { name: `${disputeId}-${field}.pdf`, idempotencyKey: `dispute-file:${disputeId}:${field}` }

const digestOf = (params: Stripe.DisputeUpdateParams): string =>
  createHash('sha256').update(JSON.stringify(params)).digest('hex')

function fieldsOf(given: DisputeEvidence): Stripe.DisputeUpdateParams.Evidence {
  return {
    product_description: given.productDescription,
    service_date: given.serviceDate,
    ...given.files,
    access_activity_log: given.accessActivityLog,
    refund_policy_disclosure: given.refundPolicyDisclosure,
    customer_name: given.customerName,
    customer_email_address: given.customerEmail,
  }
}
