import { CURRENCY, pence } from '@parley/contract'
import Stripe from 'stripe'
import { isUuid } from '../../core/ids.ts'
import type {
  CardFacts,
  DisputeFacts,
  IntentFacts,
  RefundFacts,
  RefundRefused,
  SetupFacts,
} from '../../domains/payments/payment-provider.ts'

export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)

const intentStatuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'succeeded',
  'canceled',
] as const
const setupStatuses = [
  'succeeded',
  'processing',
  'requires_action',
  'requires_payment_method',
  'canceled',
] as const

/** A payment intent as we know it; a status we do not know is one that is not over. */
export function intentFacts(intent: Stripe.PaymentIntent): IntentFacts {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const balance = typeof charge?.balance_transaction === 'object' ? charge.balance_transaction : null
  return {
    intentId: intent.id,
    status: intentStatuses.find(status => status === intent.status) ?? 'processing',
    amountPence: pence(intent.amount),
    currency: intent.currency,
    clientSecret: intent.client_secret,
    paymentId: paymentIdOf(intent),
    chargeId: idOf(intent.latest_charge),
    feePence: balance?.currency === CURRENCY ? pence(balance.fee) : null,
    settledIn: balance?.currency ?? null,
    nextActionUrl: intent.next_action?.redirect_to_url?.url ?? null,
    lastError: intent.last_payment_error?.message ?? null,
    card: charge?.paid ? cardOf(charge) : null,
    savesCard: intent.setup_future_usage !== null,
    cardToSave: cardToSaveOf(intent),
  }
}

/** Another program in the same account at Stripe may have a mark of that name too: it is no id of ours. */
function paymentIdOf({ metadata }: Stripe.PaymentIntent): string | null {
  const id = metadata?.payment_id ?? ''
  return isUuid(id) ? id : null
}

/** Stripe keeps a card that paid with its customer where the intent said so. */
function cardToSaveOf(intent: Stripe.PaymentIntent): CardFacts | null {
  if (intent.status !== 'succeeded' || intent.setup_future_usage === null) return null
  const method = intent.payment_method
  return method !== null && typeof method === 'object' ? cardFacts(method) : null
}

function cardOf(charge: Stripe.Charge): IntentFacts['card'] {
  const card = charge.payment_method_details?.card
  return card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null
}

export function cardFacts(method: Stripe.PaymentMethod): CardFacts | null {
  if (!method.card) return null
  return {
    cardId: method.id,
    customerId: idOf(method.customer),
    brand: method.card.brand,
    last4: method.card.last4,
    expMonth: method.card.exp_month,
    expYear: method.card.exp_year,
  }
}

export function setupFacts(setup: Stripe.SetupIntent): SetupFacts {
  const method = typeof setup.payment_method === 'object' ? setup.payment_method : null
  return {
    setupId: setup.id,
    status: setupStatuses.find(status => status === setup.status) ?? 'requires_payment_method',
    customerId: idOf(setup.customer),
    clientSecret: setup.client_secret,
    card: method ? cardFacts(method) : null,
  }
}

export function refundFacts(refund: Stripe.Refund): RefundFacts {
  const status = refund.status === 'succeeded' || refund.status === 'failed' ? refund.status : 'pending'
  return {
    providerRefundId: refund.id,
    refundId: refund.metadata?.refund_id ?? null,
    reason: refund.metadata?.reason ?? null,
    intentId: idOf(refund.payment_intent),
    amountPence: pence(refund.amount),
    status: refund.status === 'canceled' ? 'failed' : status,
    hasMoved: refund.balance_transaction !== null,
    hasReturned: (refund.failure_balance_transaction ?? null) !== null,
    reference: refund.destination_details?.card?.reference ?? null,
  }
}

/** The platform's balance is filled again, by hand or by the next sales. */
const REFUND_WAITS = new Set(['balance_insufficient', 'insufficient_funds'])
const REFUND_TAKEN = new Set(['charge_disputed', 'refund_disputed_payment', 'charge_already_refunded'])

/**
 * Why Stripe refuses a refund; null if the same call may succeed later: with a wrong key, or where our call itself was
 * wrong, which Stripe says before it keeps an answer under an idempotency key.
 */
export function refundRefusal(error: unknown): RefundRefused['refused'] | null {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.statusCode !== 400) return null
  const { code = '', param } = error
  if (code.startsWith('parameter_')) return null
  if (REFUND_WAITS.has(code)) return 'funds'
  // More than is left of the charge has no code of its own.
  return REFUND_TAKEN.has(code) || param === 'amount' ? 'taken' : 'other'
}

const DISPUTE_WON = new Set(['won', 'warning_closed', 'prevented'])
/** An appeal follows a loss: the money is lost until Stripe says that it was won. */
const DISPUTE_LOST = new Set(['lost', 'appeal_needs_response', 'appeal_under_review'])

/** Also of an inquiry that was answered, and then escalated: the bank reads another answer. */
const NEEDS_ANSWER = new Set(['needs_response', 'warning_needs_response'])

/** A dispute as we know it; a status we do not know is one that is open. */
export function disputeFacts(dispute: Stripe.Dispute): DisputeFacts {
  return {
    disputeId: dispute.id,
    intentId: idOf(dispute.payment_intent),
    amountPence: pence(dispute.amount),
    reason: dispute.reason,
    state: DISPUTE_WON.has(dispute.status) ? 'won' : DISPUTE_LOST.has(dispute.status) ? 'lost' : 'open',
    isInquiry: dispute.status.startsWith('warning_'),
    openedAt: new Date(dispute.created * 1000),
    dueBy: dispute.evidence_details.due_by ? new Date(dispute.evidence_details.due_by * 1000) : null,
    submissions: NEEDS_ANSWER.has(dispute.status) ? 0 : dispute.evidence_details.submission_count,
    balanceTransactions: dispute.balance_transactions.map(transaction => ({
      balanceTransactionId: transaction.id,
      amountPence: pence(transaction.amount),
      feePence: pence(transaction.fee),
    })),
  }
}
