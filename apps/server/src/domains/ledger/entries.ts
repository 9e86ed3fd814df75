import { and, desc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DbOrTx } from '../../db/client.ts'
import { FEE_REVENUE, payable } from './accounts.ts'
import { payableSums } from './store.ts'
import { journals, postings } from './tables.ts'

const fees = alias(postings, 'fees')

/** A page of what happened to an influencer's own account, newest first, with the platform's share of each line. */
export async function listEntries(
  db: DbOrTx,
  influencerId: string,
  page: { page: number; page_size: number },
) {
  const where = eq(postings.account, payable(influencerId))
  const total = await payableSums(db, influencerId)
  const rows = await db
    .select({
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
    .where(where)
    .orderBy(desc(postings.id))
    .limit(page.page_size)
    .offset((page.page - 1) * page.page_size)
  return {
    count: total.postings,
    // The ledger sees from the platform: what it owes is the influencer's.
    entries: rows.map(({ pence, feePence, ...row }) => ({
      ...row,
      earnedPence: -pence,
      feePence: feePence ? -feePence : 0,
    })),
  }
}
