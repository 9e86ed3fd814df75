import { CURRENCY, CURRENCY_SIGN, formatAmount, type Pence } from '@parley/contract'
import type { BalanceTransaction } from '../domains/payments/public.ts'
import type { Applied } from './apply-missing.ts'
import { agree, type Comparison } from './compare-books.ts'

export interface ReconcileReport {
  ok: boolean
  /** What lies at the provider, in pence: its balance, the sum of its balance transactions, and our ledger. */
  balance_pence: Pence
  moved_pence: Pence
  books_pence: Pence
  balance_transactions: number
  missing: {
    balance_transaction: string
    kind: string
    source: string
    key: string | null
    amount: string
    at: string
  }[]
  unexpected: { key: string; amount: string }[]
  different: { key: string; provider: string; books: string }[]
  foreign: { balance_transaction: string; kind: string; source: string; amount: string; currency: string }[]
  applied: { balance_transaction: string; kind: string; source: string; amount: string }[]
  listed: { balance_transaction: string; kind: string; source: string; amount: string; why: string }[]
  refunded: string[]
}

const brief = (transaction: BalanceTransaction) => ({
  balance_transaction: transaction.balanceTransactionId,
  kind: transaction.kind === 'unknown' ? `unknown (${transaction.type})` : transaction.kind,
  source: transaction.sourceId,
  amount: formatAmount(transaction.amountPence),
})

/** What was found, and what was done about it, in ids and amounts alone. */
export function reportOf(
  comparison: Comparison,
  done: Pick<Applied, 'applied' | 'listed' | 'refunded'>,
): ReconcileReport {
  return {
    ok: agree(comparison),
    balance_pence: comparison.balancePence,
    moved_pence: comparison.movedPence,
    books_pence: comparison.booksPence,
    balance_transactions: comparison.transactions,
    missing: comparison.missing.map(({ transaction, key, amountPence }) => ({
      ...brief(transaction),
      key,
      amount: formatAmount(amountPence),
      at: transaction.at.toISOString(),
    })),
    unexpected: comparison.unexpected.map(({ key, amountPence }) => ({
      key,
      amount: formatAmount(amountPence),
    })),
    different: comparison.different.map(({ key, providerPence, booksPence }) => ({
      key,
      provider: formatAmount(providerPence),
      books: formatAmount(booksPence),
    })),
    foreign: comparison.foreign.map(transaction => ({
      ...brief(transaction),
      currency: transaction.currency,
    })),
    applied: done.applied.map(brief),
    listed: done.listed.map(({ transaction, why }) => ({ ...brief(transaction), why })),
    refunded: done.refunded,
  }
}

/** The report as lines to read. */
export function reportLines(report: ReconcileReport): string[] {
  const pounds = (pence: Pence) => `${CURRENCY_SIGN}${formatAmount(pence)}`
  const about = (line: { kind: string; source: string; balance_transaction: string; amount: string }) =>
    `${line.kind} ${line.source || line.balance_transaction} ${line.amount}`
  return [
    `The provider has ${pounds(report.balance_pence)} (${report.balance_transactions} balance transactions, ${pounds(report.moved_pence)}); the books say ${pounds(report.books_pence)}.`,
    ...report.applied.map(line => `applied    ${about(line)}`),
    ...report.refunded.map(id => `refunded   ${id}: its request is not in the books`),
    ...report.missing.map(line => `MISSING    ${about(line)} of ${line.at}: not in the books`),
    ...report.unexpected.map(line => `UNEXPECTED ${line.key} ${line.amount}: not at the provider`),
    ...report.different.map(
      line => `DIFFERENT  ${line.key}: ${line.provider} at the provider, ${line.books} in the books`,
    ),
    ...report.foreign.map(
      line =>
        `CURRENCY   ${about(line)} ${line.currency}: the books are in ${CURRENCY} alone, and its sum is not in them`,
    ),
    ...report.listed.map(line => `LOOK AT    ${about(line)}: ${line.why}`),
    report.ok ? 'The books agree with the provider.' : 'The books do not agree with the provider.',
  ]
}
