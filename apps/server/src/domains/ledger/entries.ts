import type { EntryPageQuery } from '@parley/contract'
import { and, desc, eq, lt } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DbOrTx } from '../../db/client.ts'
import { FEE_REVENUE, payable } from './accounts.ts'
import { payableSums } from './store.ts'
import { journals, postings } from './tables.ts'

const fees = alias(postings, 'fees')

/**
 * A page of what happened to an influencer's own account, newest first, with the platform's share of each line: by its
 * number, or after the last entry of the page before, which costs the same everywhere.
 */
export async function listEntries(db: DbOrTx, influencerId: string, page: EntryPageQuery) {
  const { after } = page
  const isTheirs = eq(postings.account, payable(influencerId))
  const total = await payableSums(db, influencerId)
  const rows = await db
    .select({
      place: postings.id,
      id: journals.id,
      kind: journals.kind,
      requestId: journals.requestId,
      at: journals.createdAt,
      pence: postings.amountPence,
      feePence: fees.amountPence,
    })
    .from(postings)
    .innerJoin(journals, eq(journals.id, postings.journalId))
    .leftJoin(fees, and(eq(fees.journalId, journals.id), eq(fees.account, FEE_REVENUE)))
    .where(and(isTheirs, after ? lt(postings.id, after) : undefined))
    .orderBy(desc(postings.id))
    .limit(page.page_size)
    .offset(after ? 0 : (page.page - 1) * page.page_size)
  return {
    count: total.postings,
    last: rows.at(-1)?.place ?? null,
    // The ledger sees from the platform: what it owes is the influencer's.
    entries: rows.map(({ pence, feePence, place: _, ...row }) => ({
      ...row,
      earnedPence: -pence,
      feePence: feePence ? -feePence : 0,
    })),
  }
}
