import type Stripe from 'stripe'
import { invalidParameter, missingParameter, refusedRequest } from '../errors.ts'
import { newId } from '../identifiers.ts'
import type { Answer, Call, Route, Work } from '../work.ts'
import { availableBalance, recordBalanceTransaction } from './balance-transactions.ts'
import { listRoute, retrieveRoute } from './lists.ts'

const ARRIVES_AFTER_SECONDS = 2 * 86_400

/** Sends settled money of the platform to its own bank. */
function create(call: Call): Answer {
  const { params } = call
  const currency = params.required('currency').toLowerCase()
  const amount = params.integer('amount')
  if (amount === undefined) throw missingParameter('amount')
  if (amount < 1) throw invalidParameter('amount', 'Invalid positive integer', 'parameter_invalid_integer')
  if (availableBalance(call, currency) < amount) {
    throw refusedRequest('You have insufficient funds in your Stripe account for this transfer.', {
      code: 'balance_insufficient',
    })
  }
  const id = newId('po')
  const entry = recordBalanceTransaction(call, {
    type: 'payout',
    amount: -amount,
    fee: 0,
    currency,
    source: id,
    funds: 'available',
  })
  const payout: Stripe.Payout = {
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: call.seconds + ARRIVES_AFTER_SECONDS,
    automatic: false,
    balance_transaction: entry.id,
    created: call.seconds,
    currency,
    description: params.text('description') || null,
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: params.metadata({}),
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'in_transit',
    trace_id: null,
    type: 'bank_account',
  }
  call.store.insert(payout)
  call.emit('payout.created', payout)
  return payout
}

/** What the platform's bank says of a payout: it arrived, or it came back and the money is in the balance again. */
export function decidePayout(work: Work, id: string, decision: 'paid' | 'failed'): void {
  const payout = work.store.named('payout', id)
  if (payout.status === 'failed') throw refusedRequest(`Payout ${id} has failed already.`)
  if (decision === 'paid') {
    const paid = { ...payout, status: 'paid' }
    work.store.save(paid)
    work.emit('payout.paid', paid)
    return
  }
  const returned = recordBalanceTransaction(work, {
    type: 'payout_failure',
    amount: payout.amount,
    fee: 0,
    currency: payout.currency,
    source: id,
    funds: 'available',
  })
  const failed: Stripe.Payout = {
    ...payout,
    status: 'failed',
    failure_balance_transaction: returned.id,
    failure_code: 'account_closed',
    failure_message: 'The bank account has been closed.',
  }
  work.store.save(failed)
  work.emit('payout.failed', failed)
}

const PATH = '/v1/payouts'
export const PAYOUT_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: PATH,
    access: 'secret',
    accepts: ['amount', 'currency', 'description', 'metadata'],
    handle: create,
  },
  listRoute('payout', PATH, ['status']),
  retrieveRoute('payout', PATH),
]
