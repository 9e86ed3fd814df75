import { formatAmount } from '@parley/contract'
import { asc, eq, inArray, or } from 'drizzle-orm'
import type { DbOrTx } from '../../db/client.ts'
import { held, payable } from './accounts.ts'
import { journals, postings } from './tables.ts'

/** The lines of the ledger that concern a person: what was held for their requests, what they earned. */
export async function ledgerLinesOf(db: DbOrTx, person: { userId: string; requestIds: readonly string[] }) {
  const accounts = person.requestIds.map(held)
  const rows = await db
    .select({
      kind: journals.kind,
      request: journals.requestId,
      account: postings.account,
      amountPence: postings.amountPence,
      at: journals.createdAt,
    })
    .from(postings)
    .innerJoin(journals, eq(journals.id, postings.journalId))
    .where(
      or(
        eq(postings.account, payable(person.userId)),
        accounts.length ? inArray(postings.account, accounts) : undefined,
      ),
    )
    .orderBy(asc(journals.createdAt), asc(postings.id))
  return rows.map(({ amountPence, at, ...line }) => ({
    ...line,
    amount: formatAmount(amountPence),
    at: at.toISOString(),
  }))
}
