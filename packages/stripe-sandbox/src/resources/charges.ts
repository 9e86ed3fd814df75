import { randomInt } from 'node:crypto'
import type Stripe from 'stripe'
import { newId } from '../identifiers.ts'
import type { Route, Work } from '../work.ts'
import { processingFee, recordBalanceTransaction } from './balance-transactions.ts'
import type { Decline } from './cards.ts'
import { openDispute, openInquiry } from './disputes.ts'
import { warnOfFraud } from './fraud-warnings.ts'
import { listRoute, retrieveRoute } from './lists.ts'
import { cardBehind } from './payment-methods.ts'

export interface Attempt {
  intent: Stripe.PaymentIntent
  method: Stripe.PaymentMethod
  decline: Decline | null
  authentication: 'passed' | 'none'
}

/** Charges a card for an intent: money moves and `charge.succeeded` is sent, or a failed charge records why not. */
export function createCharge(work: Work, attempt: Attempt): Stripe.Charge {
  const charge = newCharge(work, attempt)
  if (attempt.decline !== null) {
    work.store.insert(charge)
    work.emit('charge.failed', charge)
    return charge
  }
  const entry = recordBalanceTransaction(work, {
    type: 'charge',
    amount: charge.amount,
    fee: processingFee(charge.amount),
    currency: charge.currency,
    source: charge.id,
    funds: cardBehind(work.store, attempt.method.id).funds,
  })
  const paid = { ...charge, balance_transaction: entry.id }
  work.store.insert(paid)
  work.emit('charge.succeeded', paid)
  return paid
}

/** The bank's complaint, question or warning that some published cards bring right after paying. */
export function disputeIfCardSaysSo(work: Work, charge: Stripe.Charge, methodId: string): void {
  const { disputeReason, disputeBegins, fraudWarning } = cardBehind(work.store, methodId)
  if (fraudWarning !== null) warnOfFraud(work, charge, fraudWarning)
  if (disputeReason === null) return
  if (disputeBegins === 'inquiry') openInquiry(work, charge, disputeReason)
  else openDispute(work, charge, disputeReason)
}

function newCharge(work: Work, attempt: Attempt): Stripe.Charge {
  const { intent, method, decline } = attempt
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline === null ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'PARLEY',
    captured: decline === null,
    created: work.seconds,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: decline === null,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: cardDetails(attempt) },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline === null ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: intent.transfer_group,
  }
}

function outcomeOf(decline: Decline | null): Stripe.Charge.Outcome {
  const accepted = decline === null
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: accepted ? 'approved_by_network' : 'declined_by_network',
    reason: decline?.declineCode ?? null,
    risk_level: 'normal',
    risk_score: 12,
    seller_message: accepted ? 'Payment complete.' : 'The bank did not approve the payment.',
    type: accepted ? 'authorized' : 'issuer_declined',
  }
}

function cardDetails(attempt: Attempt): Stripe.Charge.PaymentMethodDetails.Card {
  const { intent, decline, authentication } = attempt
  const { card } = attempt.method
  if (card === undefined) throw new Error(`payment method ${attempt.method.id} is not a card`)
  return {
    amount_authorized: decline === null ? intent.amount : null,
    authorization_code: decline === null ? String(randomInt(100_000, 1_000_000)) : null,
    brand: card.brand,
    checks: card.checks,
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure:
      authentication === 'none'
        ? null
        : {
            authentication_flow: 'challenge',
            electronic_commerce_indicator: '05',
            exemption_indicator: null,
            result: 'authenticated',
            result_reason: null,
            transaction_id: null,
            version: '2.2.0',
          },
    transaction_link_id: null,
    wallet: null,
  }
}

export const CHARGE_ROUTES: readonly Route[] = [
  listRoute('charge', '/v1/charges', ['payment_intent', 'customer', 'transfer_group']),
  retrieveRoute('charge', '/v1/charges'),
]
