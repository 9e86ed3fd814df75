import { CURRENCY, pence } from '@parley/contract'
import type Stripe from 'stripe'
import type {
  BalanceTransaction,
  BankPayoutFacts,
  ProviderBooks,
} from '../../domains/payments/books-provider.ts'
import { callStripe } from './client.ts'
import { idOf } from './facts.ts'

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
    for (const transaction of page.data) yield balanceTransactionOf(transaction)
    after = page.data.at(-1)?.id
    if (!page.has_more || after === undefined) return
  }
}

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
  stripe_fee: 'provider_fee',
  tax_fee: 'provider_fee',
}

function balanceTransactionOf(transaction: Stripe.BalanceTransaction): BalanceTransaction {
  const { source } = transaction
  const object = typeof source === 'object' ? source : null
  const isDispute = transaction.type === 'adjustment' && transaction.reporting_category.startsWith('dispute')
  return {
    balanceTransactionId: transaction.id,
    kind: isDispute ? 'dispute' : (KINDS[transaction.type] ?? 'unknown'),
    sourceId: idOf(source) ?? '',
    parentId: parentOf(object),
    marks: object && 'metadata' in object ? (object.metadata ?? {}) : {},
    amountPence: pence(transaction.amount),
    feePence: pence(transaction.fee),
    currency: transaction.currency,
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
    status: hasFailed ? 'failed' : 'sent',
    hasReturned: payout.failure_balance_transaction !== null,
  }
}
