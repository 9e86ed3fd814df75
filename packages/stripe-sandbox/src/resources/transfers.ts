import type Stripe from 'stripe'
import { invalidParameter, missingParameter, noSuchObject, refusedRequest } from '../errors.ts'
import { newId } from '../identifiers.ts'
import type { Answer, Call, Route } from '../work.ts'
import { noAccess } from './accounts.ts'
import { availableBalance, recordBalanceTransaction } from './balance-transactions.ts'
import { idOf } from './intents.ts'
import { LIST_PARAMETERS, listPage, listRoute, retrieveRoute } from './lists.ts'

type Transfer = Stripe.Transfer

function create(call: Call): Answer {
  const { params, store } = call
  const currency = params.required('currency').toLowerCase()
  const amount = positiveAmount(call)
  if (amount === undefined) throw missingParameter('amount')
  const destination = store.referred('account', params.required('destination'), 'destination')
  if (destination.capabilities?.transfers !== 'active') {
    throw refusedRequest(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
      { code: 'insufficient_capabilities_for_transfer' },
    )
  }
  const sourceTransaction = refuseUnfunded(call, amount, currency)
  const id = newId('tr')
  const entry = recordBalanceTransaction(call, {
    type: 'transfer',
    amount: -amount,
    fee: 0,
    currency,
    source: id,
    funds: 'available',
  })
  const transfer: Transfer = {
    id,
    object: 'transfer',
    amount,
    amount_reversed: 0,
    balance_transaction: entry.id,
    created: call.seconds,
    currency,
    description: params.text('description') || null,
    destination: destination.id,
    destination_payment: newId('py'),
    livemode: false,
    metadata: params.metadata({}),
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: sourceTransaction,
    source_type: 'card',
    transfer_group: groupOf(call, sourceTransaction),
  }
  store.insert(transfer)
  call.emit('transfer.created', transfer)
  return transfer
}

/** A transfer of a charge's own money waits for nothing; any other needs settled funds. */
function refuseUnfunded(call: Call, amount: number, currency: string): string | null {
  const source = call.params.text('source_transaction')
  if (source !== undefined && source !== '') {
    const charge = call.store.referred('charge', source, 'source_transaction')
    if (charge.paid && transferredFrom(call, charge.id) + amount <= charge.amount) return charge.id
    throw refusedRequest('The transfers from this charge would exceed its amount.', {
      param: 'source_transaction',
    })
  }
  if (availableBalance(call, currency) >= amount) return null
  throw refusedRequest(
    'You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card.',
    { code: 'balance_insufficient' },
  )
}

/**
 * A transfer of a charge's own money is in the group of the charge; a charge without one gets a group with the name of
 * its intent (Stripe docs, "Separate charges and transfers", "Transfer availability").
 */
function groupOf({ params, store }: Call, chargeId: string | null): string | null {
  const given = params.text('transfer_group') || null
  if (chargeId === null) return given
  const charge = store.named('charge', chargeId)
  const group = charge.transfer_group ?? `group_${idOf(charge.payment_intent)}`
  if (charge.transfer_group !== null && given !== null && given !== group)
    throw refusedRequest(`The transfer group of the source transaction is ${group}.`, {
      param: 'transfer_group',
    })
  if (charge.transfer_group === null) store.save({ ...charge, transfer_group: group })
  return group
}

function transferredFrom(call: Call, chargeId: string): number {
  const row = call.store
    .statement(
      `SELECT COALESCE(SUM(json_extract(body, '$.amount') - json_extract(body, '$.amount_reversed')), 0) AS total
       FROM objects WHERE kind = 'transfer' AND json_extract(body, '$.source_transaction') = ?`,
    )
    .get(chargeId)
  return Number(row?.total ?? 0)
}

function positiveAmount(call: Call): number | undefined {
  const amount = call.params.integer('amount')
  if (amount !== undefined && amount < 1) {
    throw invalidParameter('amount', 'Invalid positive integer', 'parameter_invalid_integer')
  }
  return amount
}

function reverse(call: Call): Answer {
  const { store } = call
  const transfer = store.named('transfer', call.id)
  const remaining = transfer.amount - transfer.amount_reversed
  const amount = positiveAmount(call) ?? remaining
  const destination = idOf(transfer.destination) ?? ''
  if (store.isRetired(destination)) throw noAccess(destination)
  if (remaining === 0) throw refusedRequest(`Transfer ${transfer.id} has already been fully reversed.`)
  if (amount > remaining) {
    throw refusedRequest(
      `Reversal amount (${amount}) is greater than unreversed amount on transfer (${remaining})`,
      {
        param: 'amount',
      },
    )
  }
  const id = newId('trr')
  const entry = recordBalanceTransaction(call, {
    type: 'transfer_refund',
    amount,
    fee: 0,
    currency: transfer.currency,
    source: id,
    funds: 'available',
  })
  const reversal: Stripe.TransferReversal = {
    id,
    object: 'transfer_reversal',
    amount,
    balance_transaction: entry.id,
    created: call.seconds,
    currency: transfer.currency,
    destination_payment_refund: newId('pyr'),
    metadata: call.params.metadata({}),
    source_refund: null,
    transfer: transfer.id,
  }
  store.insert(reversal)
  const reversed: Transfer = {
    ...transfer,
    amount_reversed: transfer.amount_reversed + amount,
    reversed: amount === remaining,
    reversals: newestOf(transfer.reversals, reversal),
  }
  store.save(reversed)
  call.emit('transfer.reversed', reversed)
  return reversal
}

/** Stripe lists ten reversals with their transfer, the newest (Stripe docs, "The transfer object"). */
const LISTED_MAX = 10

function newestOf(before: Transfer['reversals'], newest: Stripe.TransferReversal): Transfer['reversals'] {
  const data = [newest, ...before.data]
  return { ...before, data: data.slice(0, LISTED_MAX), has_more: before.has_more || data.length > LISTED_MAX }
}

function listReversals(call: Call): Answer {
  call.store.named('transfer', call.id)
  const url = `/v1/transfers/${call.id}/reversals`
  return listPage(
    call,
    { kind: 'transfer_reversal', url, filters: ['transfer'] },
    call.params.with('transfer', call.id),
  )
}

function retrieveReversal(call: Call): Answer {
  const reversal = call.store.named('transfer_reversal', call.sub)
  if (reversal.transfer !== call.id) throw noSuchObject('transfer_reversal', call.sub)
  return reversal
}

function update(call: Call): Answer {
  const transfer = call.store.named('transfer', call.id)
  const updated = { ...transfer, metadata: call.params.metadata(transfer.metadata) }
  call.store.save(updated)
  call.emit('transfer.updated', updated)
  return updated
}

const PATH = '/v1/transfers'
export const TRANSFER_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: PATH,
    access: 'secret',
    accepts: [
      'amount',
      'currency',
      'destination',
      'description',
      'metadata',
      'source_transaction',
      'transfer_group',
    ],
    handle: create,
  },
  listRoute('transfer', PATH, ['destination', 'transfer_group']),
  retrieveRoute('transfer', PATH),
  {
    method: 'POST',
    path: `${PATH}/:id`,
    access: 'secret',
    accepts: ['metadata', 'description'],
    handle: update,
  },
  {
    method: 'POST',
    path: `${PATH}/:id/reversals`,
    access: 'secret',
    accepts: ['amount', 'metadata', 'description'],
    handle: reverse,
  },
  {
    method: 'GET',
    path: `${PATH}/:id/reversals`,
    access: 'secret',
    accepts: [...LIST_PARAMETERS],
    handle: listReversals,
  },
  {
    method: 'GET',
    path: `${PATH}/:id/reversals/:sub`,
    access: 'secret',
    accepts: [],
    handle: retrieveReversal,
  },
]
