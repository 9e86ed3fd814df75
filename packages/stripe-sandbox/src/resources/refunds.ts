import { randomInt } from 'node:crypto'
import type Stripe from 'stripe'
import { invalidParameter, missingParameter, refusedRequest } from '../errors.ts'
import { newId } from '../identifiers.ts'
import type { Answer, Call, LaterChange, Route, Work } from '../work.ts'
import { recordBalanceTransaction } from './balance-transactions.ts'
import { closeInquiry, isInquiry } from './disputes.ts'
import { listRoute, retrieveRoute } from './lists.ts'
import { cardBehind } from './payment-methods.ts'

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const

function create(call: Call): Answer {
  const charge = chargeToRefund(call)
  const remaining = charge.amount - charge.amount_refunded
  if (charge.disputed && lostOrOpen(call, charge)) {
    throw refusedRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  }
  if (remaining === 0) {
    throw refusedRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  }
  const amount = call.params.integer('amount') ?? remaining
  if (amount < 1) throw invalidParameter('amount', 'Invalid positive integer', 'parameter_invalid_integer')
  if (amount > remaining) {
    const message = `Refund amount (£${pounds(amount)}) is greater than unrefunded amount on charge (£${pounds(remaining)})`
    throw refusedRequest(message, { param: 'amount' })
  }
  return refundCharge(call, charge, amount)
}

function disputeOf(work: Work, charge: Stripe.Charge): Stripe.Dispute | undefined {
  const [dispute] = work.store.page({
    kind: 'dispute',
    conditions: ["json_extract(body, '$.charge') = ?"],
    values: [charge.id],
    limit: 1,
    startingAfter: undefined,
    endingBefore: undefined,
  })
  return dispute
}

function lostOrOpen(work: Work, charge: Stripe.Charge): boolean {
  const dispute = disputeOf(work, charge)
  return dispute !== undefined && dispute.status !== 'won' && !dispute.is_charge_refundable
}

/** A bank that asked about a charge has no more questions when all of it was refunded. */
function endInquiryOf(work: Work, charge: Stripe.Charge): void {
  const dispute = disputeOf(work, charge)
  if (dispute !== undefined && isInquiry(dispute)) closeInquiry(work, dispute)
}

function pounds(pence: number): string {
  return (pence / 100).toFixed(2)
}

function chargeToRefund(call: Call): Stripe.Charge {
  const named = call.params.text('charge')
  const intentId = call.params.text('payment_intent')
  if (named !== undefined && intentId !== undefined) {
    throw invalidParameter('charge', 'You may only specify one of these parameters: charge, payment_intent.')
  }
  if (named !== undefined) return paidCharge(call, named)
  if (intentId === undefined) throw missingParameter('payment_intent')
  const intent = call.store.referred('payment_intent', intentId)
  if (intent.status !== 'succeeded' || typeof intent.latest_charge !== 'string') {
    throw refusedRequest(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
      code: 'payment_intent_unexpected_state',
    })
  }
  return paidCharge(call, intent.latest_charge)
}

function paidCharge(call: Call, id: string): Stripe.Charge {
  const charge = call.store.referred('charge', id)
  if (charge.paid) return charge
  throw refusedRequest(`Charge ${id} is not a successful charge and cannot be refunded.`)
}

function refundCharge(call: Call, charge: Stripe.Charge, amount: number): Answer {
  const { refund: behaviour } = cardBehind(call.store, String(charge.payment_method))
  const id = newId('re')
  const entry = recordBalanceTransaction(call, {
    type: 'refund',
    amount: -amount,
    fee: 0,
    currency: charge.currency,
    source: id,
    funds: 'available',
  })
  const refund: Stripe.Refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: entry.id,
    charge: charge.id,
    created: call.seconds,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: destinationOf(behaviour === 'succeeds_later' ? 'pending' : 'available'),
    metadata: call.params.metadata({}),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: call.params.choice('reason', REASONS) ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: behaviour === 'succeeds_later' ? 'pending' : 'succeeded',
    transfer_reversal: null,
  }
  if (refund.status === 'pending') refund.pending_reason = 'processing'
  call.store.insert(refund)
  const reduced = withRefunded(charge, amount)
  call.store.save(reduced)
  call.emit('refund.created', refund)
  call.emit('charge.refunded', reduced)
  if (reduced.refunded) endInquiryOf(call, reduced)
  if (behaviour === 'succeeds_later') call.later('refund_succeeds', id)
  if (behaviour === 'fails_later') call.later('refund_fails', id)
  return refund
}

const REFERENCE_DIGITS = 23

/** Where a refund goes; once the bank has it, with an acquirer reference number of 23 digits. */
function destinationOf(status: 'pending' | 'available'): NonNullable<Stripe.Refund['destination_details']> {
  const card = {
    reference_status: status,
    reference_type: 'acquirer_reference_number',
    type: 'refund',
  } as const
  if (status === 'pending') return { card, type: 'card' }
  const digits = Array.from({ length: REFERENCE_DIGITS - 1 }, () => randomInt(10))
  return { card: { ...card, reference: `7${digits.join('')}` }, type: 'card' }
}

function withRefunded(charge: Stripe.Charge, change: number): Stripe.Charge {
  const refunded = charge.amount_refunded + change
  return { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount }
}

/** What the bank says some time after the refund: it arrived, or it came back and the money is the platform's again. */
export function applyRefundOutcome(work: Work, id: string, change: LaterChange): void {
  const refund = work.store.named('refund', id)
  if (refund.status === 'failed' || refund.status === 'canceled') return
  if (change === 'refund_succeeds') {
    const { pending_reason: _done, ...rest } = refund
    const destination_details = destinationOf('available')
    const succeeded: Stripe.Refund = { ...rest, destination_details, status: 'succeeded' }
    work.store.save(succeeded)
    emitUpdate(work, succeeded)
    return
  }
  const returned = recordBalanceTransaction(work, {
    type: 'refund_failure',
    amount: refund.amount,
    fee: 0,
    currency: refund.currency,
    source: id,
    funds: 'available',
  })
  const failed: Stripe.Refund = {
    ...refund,
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: returned.id,
  }
  work.store.save(failed)
  work.store.save(withRefunded(work.store.named('charge', String(refund.charge)), -refund.amount))
  work.emit('refund.failed', failed)
  emitUpdate(work, failed)
}

function emitUpdate(work: Work, refund: Stripe.Refund): void {
  work.emit('refund.updated', refund)
  work.emit('charge.refund.updated', refund)
}

function update(call: Call): Answer {
  const refund = call.store.named('refund', call.id)
  const updated = { ...refund, metadata: call.params.metadata(refund.metadata ?? {}) }
  call.store.save(updated)
  emitUpdate(call, updated)
  return updated
}

export const REFUND_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/refunds',
    access: 'secret',
    accepts: ['amount', 'charge', 'payment_intent', 'reason', 'metadata'],
    handle: create,
  },
  listRoute('refund', '/v1/refunds', ['charge', 'payment_intent']),
  retrieveRoute('refund', '/v1/refunds'),
  { method: 'POST', path: '/v1/refunds/:id', access: 'secret', accepts: ['metadata'], handle: update },
]
