import { CURRENCY, pence } from '@parley/contract'
import type Stripe from 'stripe'
import type {
  BalanceTransaction,
  BankPayoutFacts,
  ProviderBooks,
  TopUpFacts,
} from '../../domains/payments/books-provider.ts'
import { callStripe } from './client.ts'
import { idOf } from './facts.ts'
import { missingEvents } from './webhook-events.ts'

const PAGE = 100

/** Stripe's balance transactions as the provider's books (Stripe docs, "Balance transaction types"). */
export function books(stripe: Stripe): ProviderBooks {
  return {
    balanceTransactions: () => allBalanceTransactions(stripe),
    balancePence: () =>
      callStripe(async () => {
        const { available, pending } = await stripe.balance.retrieve()
        const funds = [...available, ...pending].filter(fund => fund.currency === CURRENCY)
        return pence(funds.reduce((sum, fund) => sum + fund.amount, 0))
      }),
    bankPayout: id => callStripe(async () => bankPayoutFacts(await stripe.payouts.retrieve(id))),
    topUp: id => callStripe(async () => topUpFacts(await stripe.topups.retrieve(id))),
    accountCurrency: () =>
      callStripe(async () => (await stripe.accounts.retrieveCurrent()).default_currency ?? CURRENCY),
    missingEvents: path =>
      callStripe(async () => missingEvents((await stripe.webhookEndpoints.list({ limit: PAGE })).data, path)),
  }
}

async function* allBalanceTransactions(stripe: Stripe): AsyncIterable<BalanceTransaction> {
  let after: string | undefined
  for (;;) {
    const page = await callStripe(() =>
      stripe.balanceTransactions.list({
        limit: PAGE,
        expand: ['data.source'],
        ...(after === undefined ? {} : { starting_after: after }),
      }),
    )
    for (const transaction of page.data)
      if (!MIRRORED.has(`${transaction.balance_type} ${transaction.type}`))
        yield balanceTransactionOf(transaction)
    after = page.data.at(-1)?.id
    if (!page.has_more || after === undefined) return
  }
}

/** The other side of a reserve: what left the balance of payments, in a balance of its own (changelog, 2026-01-28). */
const MIRRORED = new Set(['risk_reserved reserve_hold', 'risk_reserved reserve_release'])

/** A type that is not here is unknown, and a person has to look at it. */
const KINDS: Readonly<Record<string, BalanceTransaction['kind']>> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund_returned',
  transfer: 'transfer',
  transfer_refund: 'transfer_reversed',
  payout: 'bank_payout',
  payout_failure: 'bank_payout_returned',
  payout_cancel: 'bank_payout_returned',
  topup: 'top_up',
  topup_reversal: 'top_up_returned',
  reserve_transaction: 'reserve',
  reserved_funds: 'reserve',
  reserve_hold: 'reserve',
  reserve_release: 'reserve',
  payment_network_reserve_hold: 'reserve',
  payment_network_reserve_release: 'reserve',
  payout_minimum_balance_hold: 'reserve',
  payout_minimum_balance_release: 'reserve',
  stripe_fee: 'provider_fee',
  stripe_fx_fee: 'provider_fee',
  tax_fee: 'provider_fee',
  // What the platform chose to give to Stripe Climate, and what it bears of an account that stays negative: its costs.
  contribution: 'provider_fee',
  connect_collection_transfer: 'provider_fee',
}

/** Stripe calls many things an adjustment; its category says which (Stripe docs, "Reporting categories"). */
const ADJUSTMENTS: Readonly<Record<string, BalanceTransaction['kind']>> = {
  dispute: 'dispute',
  dispute_reversal: 'dispute',
  refund_failure: 'refund_returned',
  fee: 'provider_fee',
  risk_reserved_funds: 'reserve',
  connect_reserved_funds: 'reserve',
}

function kindOf({ type, reporting_category, balance_type }: Stripe.BalanceTransaction) {
  // The other balances are no money from which the platform refunds or pays out.
  if ((balance_type ?? 'payments') !== 'payments') return 'unknown'
  return (type === 'adjustment' ? ADJUSTMENTS[reporting_category] : KINDS[type]) ?? 'unknown'
}

function balanceTransactionOf(transaction: Stripe.BalanceTransaction): BalanceTransaction {
  const { source } = transaction
  const object = typeof source === 'object' ? source : null
  return {
    balanceTransactionId: transaction.id,
    kind: kindOf(transaction),
    type: transaction.type,
    sourceId: idOf(source) ?? '',
    parentId: parentOf(object),
    marks: object && 'metadata' in object ? (object.metadata ?? {}) : {},
    amountPence: pence(transaction.amount),
    feePence: pence(transaction.fee),
    currency: transaction.currency,
    isExchanged: transaction.exchange_rate !== null,
    at: new Date(transaction.created * 1000),
  }
}

function parentOf(object: Stripe.BalanceTransactionSource | null): string | null {
  switch (object?.object) {
    case 'charge':
    case 'refund':
    case 'dispute':
      return idOf(object.payment_intent)
    case 'transfer_reversal':
      return idOf(object.transfer)
    default:
      return null
  }
}

function bankPayoutFacts(payout: Stripe.Payout): BankPayoutFacts {
  const hasFailed = payout.status === 'failed' || payout.status === 'canceled'
  return {
    amountPence: pence(payout.amount),
    currency: payout.currency,
    status: hasFailed ? 'failed' : 'sent',
    hasReturned: payout.failure_balance_transaction !== null,
  }
}

function topUpFacts(topUp: Stripe.Topup): TopUpFacts {
  return {
    amountPence: pence(topUp.amount),
    currency: topUp.currency,
    hasArrived: topUp.balance_transaction !== null,
    hasReturned: topUp.status === 'reversed',
  }
}
