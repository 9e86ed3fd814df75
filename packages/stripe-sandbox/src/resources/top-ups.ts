import type Stripe from 'stripe'
import { invalidParameter, missingParameter, refusedRequest } from '../errors.ts'
import { newId } from '../identifiers.ts'
import type { Answer, Call, Route, Work } from '../work.ts'
import { recordBalanceTransaction } from './balance-transactions.ts'
import { listRoute, retrieveRoute } from './lists.ts'

/** Money that the platform sends from its own bank to its balance; it arrives at once. */
function create(call: Call): Answer {
  const { params } = call
  const currency = params.required('currency').toLowerCase()
  const amount = params.integer('amount')
  if (amount === undefined) throw missingParameter('amount')
  if (amount < 1) throw invalidParameter('amount', 'Invalid positive integer', 'parameter_invalid_integer')
  const id = newId('tu')
  const entry = recordBalanceTransaction(call, {
    ...{ type: 'topup', amount, fee: 0, currency, source: id, funds: 'available' },
  })
  const topUp: Stripe.Topup = {
    id,
    object: 'topup',
    amount,
    balance_transaction: entry.id,
    created: call.seconds,
    currency,
    description: params.text('description') || null,
    expected_availability_date: call.seconds,
    failure_code: null,
    failure_message: null,
    initiated_by: 'user',
    livemode: false,
    metadata: params.metadata({}),
    source: null,
    statement_descriptor: null,
    status: 'succeeded',
    transfer_group: null,
  }
  call.store.insert(topUp)
  call.emit('topup.succeeded', topUp)
  return topUp
}

/** The bank takes a top-up back after it had succeeded. */
export function reverseTopUp(work: Work, id: string): void {
  const topUp = work.store.named('topup', id)
  if (topUp.status !== 'succeeded') throw refusedRequest(`Topup ${id} cannot be reversed.`)
  const { amount, currency } = topUp
  recordBalanceTransaction(work, {
    ...{ type: 'topup_reversal', amount: -amount, fee: 0, currency, source: id, funds: 'available' },
  })
  const reversed: Stripe.Topup = { ...topUp, status: 'reversed' }
  work.store.save(reversed)
  work.emit('topup.reversed', reversed)
}

const PATH = '/v1/topups'
export const TOP_UP_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: PATH,
    access: 'secret',
    accepts: ['amount', 'currency', 'description', 'metadata', 'statement_descriptor'],
    handle: create,
  },
  listRoute('topup', PATH, ['status']),
  retrieveRoute('topup', PATH),
]
