import type Stripe from 'stripe'
import { invalidParameter, refusedRequest } from '../errors.ts'
import { newId } from '../identifiers.ts'
import type { Answer, Call, Route, Work } from '../work.ts'
import { recordBalanceTransaction } from './balance-transactions.ts'
import { idOf } from './intents.ts'
import { listRoute, retrieveRoute } from './lists.ts'

const DISPUTE_FEE = 2000
const EVIDENCE_SECONDS = 9 * 86_400
const TEXT_EVIDENCE = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_tracking_number',
  'uncategorized_text',
] as const

const FILE_EVIDENCE = [
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
] as const
/** All text together. */
const EVIDENCE_MAX_CHARACTERS = 150_000
/** Of each of these fields (Stripe docs, "Update a dispute"). */
const FIELD_MAX_CHARACTERS = 20_000
const BOUNDED_TEXT: ReadonlySet<string> = new Set([
  'access_activity_log',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'duplicate_charge_explanation',
  'product_description',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'uncategorized_text',
])

/** What still takes an answer, or waits for the bank. */
const OPEN: ReadonlySet<Stripe.Dispute.Status> = new Set([
  'needs_response',
  'under_review',
  'warning_needs_response',
  'warning_under_review',
])

/** Takes the disputed money and the fee, and sends `charge.dispute.created` and `funds_withdrawn`. */
export function openDispute(work: Work, charge: Stripe.Charge, reason: string): Stripe.Dispute {
  const open = newDispute(work, charge, reason)
  const dispute = { ...open, balance_transactions: [takeDisputed(work, open)] }
  work.store.insert(dispute)
  work.store.save({ ...charge, disputed: true })
  work.emit('charge.dispute.created', dispute)
  work.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** The bank asks about a charge before it takes anything; the charge can still be refunded. */
export function openInquiry(work: Work, charge: Stripe.Charge, reason: string): Stripe.Dispute {
  const open = newDispute(work, charge, reason)
  const inquiry: Stripe.Dispute = { ...open, status: 'warning_needs_response', is_charge_refundable: true }
  work.store.insert(inquiry)
  work.store.save({ ...charge, disputed: true })
  work.emit('charge.dispute.created', inquiry)
  return inquiry
}

/** The bank was not content with the answer, or had none: the same dispute takes the money now. */
export function escalateInquiry(work: Work, inquiry: Stripe.Dispute): Stripe.Dispute {
  if (!isInquiry(inquiry)) throw refusedRequest(`This dispute is no open inquiry: ${inquiry.status}.`)
  const charge = work.store.named('charge', idOf(inquiry.charge) ?? '')
  // What was refunded since the bank asked is not taken once more.
  const amount = charge.amount - charge.amount_refunded
  const dispute: Stripe.Dispute = {
    ...inquiry,
    amount,
    balance_transactions: [takeDisputed(work, { ...inquiry, amount })],
    evidence_details: { ...inquiry.evidence_details, due_by: work.seconds + EVIDENCE_SECONDS },
    is_charge_refundable: false,
    status: 'needs_response',
  }
  work.store.save(dispute)
  work.emit('charge.dispute.updated', dispute)
  work.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

export const isInquiry = ({ status }: Stripe.Dispute): boolean =>
  status === 'warning_needs_response' || status === 'warning_under_review'

const takeDisputed = (work: Work, { id, amount, currency }: Stripe.Dispute) =>
  recordBalanceTransaction(work, {
    type: 'adjustment',
    amount: -amount,
    fee: DISPUTE_FEE,
    currency,
    source: id,
    funds: 'available',
  })

function newDispute(work: Work, charge: Stripe.Charge, reason: string): Stripe.Dispute {
  if (charge.disputed)
    throw refusedRequest(`Charge ${charge.id} is already disputed.`, { code: 'charge_disputed' })
  return {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: work.seconds,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence(),
    evidence_details: {
      due_by: work.seconds + EVIDENCE_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: 'needs_response',
  }
}

/** Closes an inquiry that the bank has no more questions about; no money moved. */
export function closeInquiry(work: Work, inquiry: Stripe.Dispute): Stripe.Dispute {
  const closed: Stripe.Dispute = { ...inquiry, status: 'warning_closed', is_charge_refundable: true }
  work.store.save(closed)
  work.emit('charge.dispute.closed', closed)
  return closed
}

/** Ends a dispute; won gives the money back (not the fee), lost leaves it with the bank. */
export function closeDispute(work: Work, before: Stripe.Dispute, status: 'won' | 'lost'): Stripe.Dispute {
  if (isInquiry(before) && status === 'won') return closeInquiry(work, before)
  const dispute = isInquiry(before) ? escalateInquiry(work, before) : before
  if (!OPEN.has(dispute.status)) throw refusedRequest(`This dispute is already closed: ${dispute.status}.`)
  const closed: Stripe.Dispute = { ...dispute, status }
  if (status === 'won') {
    const returned = recordBalanceTransaction(work, {
      type: 'adjustment',
      amount: dispute.amount,
      fee: 0,
      currency: dispute.currency,
      source: dispute.id,
      funds: 'available',
    })
    closed.balance_transactions = [...dispute.balance_transactions, returned]
  }
  work.store.save(closed)
  work.emit('charge.dispute.closed', closed)
  if (status === 'won') work.emit('charge.dispute.funds_reinstated', closed)
  return closed
}

function noEvidence(): Stripe.Dispute.Evidence {
  return {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: null,
    customer_name: null,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  }
}

/**
 * Evidence decides as Stripe publishes: the text `winning_evidence` wins, `losing_evidence` loses, and
 * `escalate_inquiry_evidence` makes a dispute of an inquiry.
 */
function respond(call: Call): Answer {
  const dispute = call.store.named('dispute', call.id)
  const given = call.params.group('evidence')
  const evidence = { ...dispute.evidence }
  for (const name of TEXT_EVIDENCE) {
    const text = given?.text(name)
    if (text === undefined) continue
    if (BOUNDED_TEXT.has(name) && text.length > FIELD_MAX_CHARACTERS)
      throw invalidParameter(`evidence[${name}]`, 'This field takes 20,000 characters at most.')
    evidence[name] = text || null
  }
  for (const name of FILE_EVIDENCE) {
    const fileId = given?.text(name)
    if (fileId === undefined) continue
    if (fileId !== '') call.store.referred('file', fileId, `evidence[${name}]`)
    evidence[name] = fileId || null
  }
  const known: readonly string[] = [...TEXT_EVIDENCE, ...FILE_EVIDENCE]
  const unknown = given?.names().find(name => !known.includes(name))
  if (unknown !== undefined)
    throw invalidParameter(`evidence[${unknown}]`, `Received unknown parameter: evidence[${unknown}]`)
  const characters = TEXT_EVIDENCE.reduce((sum, name) => sum + (evidence[name]?.length ?? 0), 0)
  if (characters > EVIDENCE_MAX_CHARACTERS)
    throw invalidParameter('evidence', 'The combined character count of all fields is limited to 150,000.')
  const updated = { ...dispute, evidence, metadata: call.params.metadata(dispute.metadata) }
  if (given !== undefined) updated.evidence_details = { ...dispute.evidence_details, has_evidence: true }
  // Staged evidence may be submitted by a request that names none.
  const isSubmitted = call.params.has('submit') ? call.params.flag('submit') : given !== undefined
  if ((given || isSubmitted) && !OPEN.has(dispute.status))
    throw refusedRequest(`This dispute is already closed: ${dispute.status}.`)
  if (isSubmitted) {
    updated.status = isInquiry(dispute) ? 'warning_under_review' : 'under_review'
    updated.evidence_details = {
      ...updated.evidence_details,
      submission_count: dispute.evidence_details.submission_count + 1,
    }
  }
  call.store.save(updated)
  call.emit('charge.dispute.updated', updated)
  if (isSubmitted && isInquiry(updated) && evidence.uncategorized_text === 'escalate_inquiry_evidence')
    return escalateInquiry(call, updated)
  if (isSubmitted && evidence.uncategorized_text === 'winning_evidence')
    return closeDispute(call, updated, 'won')
  if (isSubmitted && evidence.uncategorized_text === 'losing_evidence')
    return closeDispute(call, updated, 'lost')
  return updated
}

export const DISPUTE_ROUTES: readonly Route[] = [
  listRoute('dispute', '/v1/disputes', ['charge', 'payment_intent']),
  retrieveRoute('dispute', '/v1/disputes'),
  {
    method: 'POST',
    path: '/v1/disputes/:id',
    access: 'secret',
    accepts: ['evidence', 'metadata', 'submit'],
    handle: respond,
  },
  {
    method: 'POST',
    path: '/v1/disputes/:id/close',
    access: 'secret',
    accepts: [],
    handle: call => closeDispute(call, call.store.named('dispute', call.id), 'lost'),
  },
]
