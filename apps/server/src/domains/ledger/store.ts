import { type Pence, pence } from '@parley/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { DbOrTx } from '../../db/client.ts'
import { DISPUTE_TRANSIT, payable } from './accounts.ts'
import { accountTotals, journals, postings } from './tables.ts'

const sum = sql<string>`coalesce(sum(${postings.amountPence}), 0)`

/** The balance of an account in pence; see the sign rule in `accounts.ts`. */
export async function balanceOf(db: DbOrTx, account: string): Promise<Pence> {
  const [row] = await db.select({ sum }).from(postings).where(eq(postings.account, account))
  return pence(Number(row?.sum ?? 0))
}

/**
 * What a person's `payable` account comes to, and how much of it went to them, in pence; however long their history is.
 */
export async function payableSums(db: DbOrTx, influencerId: string) {
  const { kind, amountPence } = accountTotals
  const [row] = await db
    .select({
      balancePence: sql<string>`coalesce(sum(${amountPence}), 0)`,
      paidOutPence: sql<string>`coalesce(sum(${amountPence}) filter (where ${kind} in ('transfer', 'transfer_reversed')), 0)`,
      postings: sql<string>`coalesce(sum(${accountTotals.postings}), 0)`,
    })
    .from(accountTotals)
    .where(eq(accountTotals.account, payable(influencerId)))
  return {
    balancePence: pence(Number(row?.balancePence ?? 0)),
    paidOutPence: pence(Number(row?.paidOutPence ?? 0)),
    postings: Number(row?.postings ?? 0),
  }
}

/** What a buyer's bank has taken of a request's charge while it is not decided who bears it, in pence. */
export async function disputedPence(db: DbOrTx, requestId: string): Promise<Pence> {
  const [row] = await db
    .select({ sum })
    .from(postings)
    .innerJoin(journals, eq(journals.id, postings.journalId))
    .where(and(eq(journals.requestId, requestId), eq(postings.account, DISPUTE_TRANSIT)))
  return pence(Number(row?.sum ?? 0))
}

/** What banks took of a request's charge for good, in pence. */
export async function lostPence(db: DbOrTx, requestId: string): Promise<Pence> {
  const isLoss = and(eq(journals.requestId, requestId), eq(journals.kind, 'dispute'))
  const [row] = await db
    .select({ sum })
    .from(postings)
    .innerJoin(journals, eq(journals.id, postings.journalId))
    .where(and(isLoss, eq(postings.account, DISPUTE_TRANSIT)))
  return pence(-Number(row?.sum ?? 0))
}
