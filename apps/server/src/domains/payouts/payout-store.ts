import { pence } from '@parley/contract'
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { anyOf } from '../../db/any-of.ts'
import type { Moment } from '../../db/built-once.ts'
import type { DbOrTx, Tx } from '../../db/client.ts'
import { type PageRequest, type RowsOfPage, readPage } from '../../db/pages.ts'
import { payableSums } from '../ledger/public.ts'
import type { PayoutSums } from './payout-rules.ts'
import {
  IS_CLOSED,
  IS_OPEN,
  type PayoutAccountRow,
  payoutAccounts,
  payouts,
  transferReversals,
} from './tables.ts'

export type PayoutRow = typeof payouts.$inferSelect

export async function findPayoutAccount(
  db: DbOrTx,
  by: { userId: string } | { accountId: string },
): Promise<PayoutAccountRow | undefined> {
  const condition =
    'userId' in by ? eq(payoutAccounts.userId, by.userId) : eq(payoutAccounts.accountId, by.accountId)
  const [row] = await db.select().from(payoutAccounts).where(condition)
  return row
}

/** The payouts of requests, by request. */
export async function findPayouts(
  db: DbOrTx,
  requestIds: readonly string[],
): Promise<Map<string, PayoutRow>> {
  if (requestIds.length === 0) return new Map()
  const rows = await db.select().from(payouts).where(anyOf(payouts.requestId, requestIds))
  return new Map(rows.map(row => [row.requestId, row]))
}

/** What an influencer is still to be paid, soonest first. */
export async function listOpenPayouts(db: DbOrTx, influencerId: string, limit: number): Promise<PayoutRow[]> {
  return db
    .select()
    .from(payouts)
    .where(and(eq(payouts.influencerId, influencerId), IS_OPEN))
    .orderBy(asc(payouts.payableAt), asc(payouts.id))
    .limit(limit)
}

/**
 * The open payouts, the soonest payable first; or the closed ones, the last payable first; of all or of some people.
 */
export function listPayouts(
  db: DbOrTx,
  rule: { page: PageRequest; state: 'open' | 'closed'; influencerIds: readonly string[] | null },
): Promise<RowsOfPage<PayoutRow>> {
  const { page, state, influencerIds } = rule
  const where = and(
    state === 'open' ? IS_OPEN : IS_CLOSED,
    influencerIds === null ? undefined : anyOf(payouts.influencerId, influencerIds),
  )
  return readPage({
    ...{ page, at: payouts.payableAt, id: payouts.id, first: state === 'open' ? 'oldest' : 'newest' },
    read: ({ isAfter, order, limit, offset }) =>
      db
        .select()
        .from(payouts)
        .where(and(where, isAfter))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: most =>
      db.$count(db.select({ id: payouts.id }).from(payouts).where(where).limit(most).as('counted')),
    placeOf: ({ payableAt: at, id }) => ({ at, id }),
  })
}

/** The sums of an influencer's unfinished payouts and reversals: finished ones are in the ledger. */
export async function payoutSums(db: DbOrTx, influencerId: string): Promise<Omit<PayoutSums, 'owedPence'>> {
  const sum = (status: string) =>
    sql<string>`coalesce(sum(${payouts.sharePence} - ${payouts.withheldPence}) filter (where ${payouts.status} = ${status}), 0)`
  const [sums] = await db
    .select({ waitingPence: sum('waiting'), sendingPence: sum('sending') })
    .from(payouts)
    .where(and(eq(payouts.influencerId, influencerId), IS_OPEN))
  const [back] = await db
    .select({ returningPence: sql<string>`coalesce(sum(${transferReversals.amountPence}), 0)` })
    .from(transferReversals)
    .innerJoin(payouts, eq(payouts.id, transferReversals.payoutId))
    .where(and(eq(payouts.influencerId, influencerId), sql`${transferReversals.status} = 'pending'`))
  return {
    waitingPence: pence(Number(sums?.waitingPence ?? 0)),
    sendingPence: pence(Number(sums?.sendingPence ?? 0)),
    returningPence: pence(Number(back?.returningPence ?? 0)),
  }
}

/**
 * Whether a person owes more than all that they have earned and not taken out, or it is not known yet whether it comes
 * back from their account.
 */
export async function owesMoreThanEarned(db: DbOrTx, influencerId: string): Promise<boolean> {
  const { sendingPence, returningPence } = await payoutSums(db, influencerId)
  return returningPence > 0 || (await payableSums(db, influencerId)).balancePence + sendingPence > 0
}

export async function findPayout(db: DbOrTx, id: string): Promise<PayoutRow | undefined> {
  const [row] = await db.select().from(payouts).where(eq(payouts.id, id))
  return row
}

export async function lockPayout(tx: Tx, id: string): Promise<PayoutRow | undefined> {
  const [row] = await tx.select().from(payouts).where(eq(payouts.id, id)).for('update')
  return row
}

export async function lockPayoutOf(tx: Tx, requestId: string): Promise<PayoutRow | undefined> {
  const [row] = await tx.select().from(payouts).where(eq(payouts.requestId, requestId)).for('update')
  return row
}

/** Influencers with a payout to look at, the longest waiting first. */
export async function listInfluencersDue(db: DbOrTx, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ influencerId: payouts.influencerId })
    .from(payouts)
    .where(isPayoutDue(now))
    .groupBy(payouts.influencerId)
    .orderBy(sql`min(${payouts.lookAt})`)
    .limit(limit)
  return rows.map(row => row.influencerId)
}

const isPayoutDue = (now: Moment) => and(eq(payouts.status, 'waiting'), lte(payouts.lookAt, now))

/** Payouts that are due for a check. */
export const duePayouts = (db: DbOrTx, now: Moment) =>
  db.select({ id: payouts.id }).from(payouts).where(isPayoutDue(now)).orderBy(asc(payouts.lookAt))
