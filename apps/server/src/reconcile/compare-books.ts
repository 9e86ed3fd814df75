import { CURRENCY, type Pence, pence } from '@parley/contract'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { PSP_CLEARING } from '../domains/ledger/accounts.ts'
import { journals, postings } from '../domains/ledger/tables.ts'
import type { BalanceTransaction, ProviderBooks } from '../domains/payments/public.ts'
import { type ExpectedLine, expectedLines, loadKnownIds } from './expected-keys.ts'

export interface Comparison {
  balanceTransactions: readonly BalanceTransaction[]
  /** What lies at the provider, by its own balance, by the sum of its balance transactions, and by our ledger. */
  balancePence: Pence
  movedPence: Pence
  booksPence: Pence
  /** Lines of the provider's that our books do not have. */
  missing: readonly ExpectedLine[]
  /** Lines of ours that the provider's books do not have. */
  unexpected: readonly { key: string; amountPence: Pence }[]
  /** Lines that both have, with different amounts. */
  different: readonly { key: string; providerPence: Pence; booksPence: Pence }[]
}

/** Whether the two books agree to the penny. */
export const agree = (found: Comparison): boolean =>
  found.missing.length + found.unexpected.length + found.different.length === 0 &&
  found.booksPence === found.movedPence &&
  found.balancePence === found.movedPence

/** Rebuilds what should be in the books from the provider's alone, and lays our ledger beside it. */
export async function compareBooks(db: Db, provider: ProviderBooks): Promise<Comparison> {
  const balanceTransactions: BalanceTransaction[] = []
  for await (const transaction of provider.balanceTransactions()) {
    if (transaction.currency === CURRENCY) balanceTransactions.push(transaction)
  }
  const balancePence = await provider.balancePence()
  const ours = await ledgerLines(db)
  const known = await loadKnownIds(db)
  const expected = balanceTransactions.flatMap(transaction => expectedLines(transaction, known))
  const seen = new Set<string>()
  const missing: ExpectedLine[] = []
  const different: { key: string; providerPence: Pence; booksPence: Pence }[] = []
  for (const line of expected) {
    const booksPence = line.key === null ? undefined : ours.get(line.key)
    if (line.key === null || booksPence === undefined || seen.has(line.key)) {
      missing.push(line)
      continue
    }
    seen.add(line.key)
    if (booksPence !== line.amountPence) {
      different.push({ key: line.key, providerPence: line.amountPence, booksPence })
    }
  }
  const unexpected = [...ours]
    .filter(([key]) => !seen.has(key))
    .map(([key, amountPence]) => ({ key, amountPence }))
  const sum = (amounts: Iterable<Pence>) => pence([...amounts].reduce((total, amount) => total + amount, 0))
  return {
    balanceTransactions,
    balancePence,
    movedPence: sum(expected.map(line => line.amountPence)),
    booksPence: sum(ours.values()),
    missing,
    unexpected,
    different,
  }
}

/** What each journal moved of what lies at the provider. */
async function ledgerLines(db: Db): Promise<Map<string, Pence>> {
  const rows = await db
    .select({ key: journals.key, amount: sql<string>`sum(${postings.amountPence})` })
    .from(postings)
    .innerJoin(journals, eq(journals.id, postings.journalId))
    .where(eq(postings.account, PSP_CLEARING))
    .groupBy(journals.key)
  return new Map(rows.map(({ key, amount }) => [key, pence(Number(amount))]))
}
