import type Stripe from 'stripe'
import { newId } from '../identifiers.ts'
import type { Call, Route, Work } from '../work.ts'
import { listRoute, retrieveRoute } from './lists.ts'

/** Stripe's published price of a standard UK card, asked here of every card: 1.5 % and 20 pence. */
const FEE_PER_THOUSAND = 15
const FEE_FIXED = 20
const SETTLES_AFTER_SECONDS = 3 * 86_400

export interface NewBalanceTransaction {
  type: Stripe.BalanceTransaction['type']
  /** Positive towards the platform, before the fee. */
  amount: number
  fee: number
  currency: string
  /** What moved it; null for a fee of the provider's own. */
  source: string | null
  funds: 'pending' | 'available'
  /** The balance that it moves, where that is not the one of payments. */
  balance?: Stripe.BalanceTransaction['balance_type']
  /** Stripe's own category, where that is not the type. */
  category?: string
  exchangeRate?: number
}

export function processingFee(amount: number): number {
  return Math.round((amount * FEE_PER_THOUSAND) / 1000) + FEE_FIXED
}

/** Writes one transaction of the platform's Stripe balance. */
export function recordBalanceTransaction(
  work: Work,
  entry: NewBalanceTransaction,
): Stripe.BalanceTransaction {
  const { fee, currency } = entry
  const transaction: Stripe.BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount: entry.amount,
    available_on: entry.funds === 'pending' ? work.seconds + SETTLES_AFTER_SECONDS : work.seconds,
    balance_type: entry.balance ?? 'payments',
    created: work.seconds,
    currency,
    description: null,
    exchange_rate: entry.exchangeRate ?? null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency,
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: entry.amount - fee,
    reporting_category: entry.category ?? (entry.type === 'adjustment' ? 'dispute' : entry.type),
    source: entry.source,
    status: entry.funds,
    type: entry.type,
  }
  work.store.insert(transaction)
  return transaction
}

/** What a test says of a change that no call of the API makes, such as one of Stripe's own reserves. */
export type BalanceChange = Pick<NewBalanceTransaction, 'type' | 'amount'> &
  Partial<
    Pick<NewBalanceTransaction, 'currency' | 'balance' | 'category' | 'exchangeRate' | 'fee' | 'source'>
  >

export function changeBalance(work: Work, change: BalanceChange): string {
  const common = { currency: 'gbp', fee: 0, source: null, funds: 'available' } as const
  return recordBalanceTransaction(work, { ...common, ...change }).id
}

/** The provider takes a fee that belongs to no charge, such as one for its verification of accounts. */
export function chargeFee(work: Work, amount: number): void {
  recordBalanceTransaction(work, {
    type: 'stripe_fee',
    amount: -amount,
    fee: 0,
    currency: 'gbp',
    source: null,
    funds: 'available',
  })
}

/** What the platform may transfer now, in minor units of `currency`. */
export function availableBalance(work: Work, currency: string): number {
  return sumOfNet(work, currency, '<=')
}

function sumOfNet(work: Work, currency: string, comparison: '<=' | '>'): number {
  const row = work.store
    .statement(
      `SELECT COALESCE(SUM(json_extract(body, '$.net')), 0) AS net FROM objects WHERE kind = 'balance_transaction'
       AND json_extract(body, '$.balance_type') = 'payments' AND json_extract(body, '$.currency') = ? AND json_extract(body, '$.available_on') ${comparison} ?`,
    )
    .get(currency, work.seconds)
  return Number(row?.net ?? 0)
}

function balance(call: Call): object {
  const line = (comparison: '<=' | '>') => {
    const amount = sumOfNet(call, 'gbp', comparison)
    return [{ amount, currency: 'gbp', source_types: { card: amount } }]
  }
  return { object: 'balance', available: line('<='), pending: line('>'), livemode: false }
}

/** The platform's own account. */
const ownAccount = () => ({
  ...{ id: 'acct_platform', object: 'account', country: 'GB', default_currency: 'gbp' },
})

export const BALANCE_ROUTES: readonly Route[] = [
  { method: 'GET', path: '/v1/balance', access: 'secret', accepts: [], handle: balance },
  { method: 'GET', path: '/v1/account', access: 'secret', accepts: [], handle: ownAccount },
  listRoute('balance_transaction', '/v1/balance_transactions', ['source', 'type', 'currency']),
  retrieveRoute('balance_transaction', '/v1/balance_transactions'),
]
