import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../db/client.ts'
import { payouts, transferReversals } from './tables.ts'

export type PayoutRow = typeof payouts.$inferSelect

/** The payouts of requests, by request. */
export async function findPayouts(
  db: DbOrTx,
  requestIds: readonly string[],
): Promise<Map<string, PayoutRow>> {
  if (requestIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(payouts)
    .where(inArray(payouts.requestId, [...requestIds]))
  return new Map(rows.map(row => [row.requestId, row]))
}

/** What an influencer is still to be paid, soonest first. */
export async function listOpenPayouts(db: DbOrTx, influencerId: string, limit: number): Promise<PayoutRow[]> {
  return db
    .select()
    .from(payouts)
    .where(and(eq(payouts.influencerId, influencerId), inArray(payouts.status, ['waiting', 'sending'])))
    .orderBy(asc(payouts.payableAt), asc(payouts.id))
    .limit(limit)
}

/** An influencer's payouts in sums of pence; what was paid is less what came back. */
export async function payoutSums(db: DbOrTx, influencerId: string) {
  const sum = (status: string) =>
    sql<number>`coalesce(sum(${payouts.sharePence} - ${payouts.withheldPence}) filter (where ${payouts.status} = ${status}), 0)::int`
  const [sums] = await db
    .select({ waitingPence: sum('waiting'), sendingPence: sum('sending'), paidPence: sum('paid') })
    .from(payouts)
    .where(eq(payouts.influencerId, influencerId))
  const [back] = await db
    .select({
      returnedPence: sql<number>`coalesce(sum(${transferReversals.amountPence}) filter (where ${transferReversals.status} = 'succeeded'), 0)::int`,
      returningPence: sql<number>`coalesce(sum(${transferReversals.amountPence}) filter (where ${transferReversals.status} = 'pending'), 0)::int`,
    })
    .from(transferReversals)
    .innerJoin(payouts, eq(payouts.id, transferReversals.payoutId))
    .where(eq(payouts.influencerId, influencerId))
  return {
    waitingPence: sums?.waitingPence ?? 0,
    sendingPence: sums?.sendingPence ?? 0,
    paidOutPence: (sums?.paidPence ?? 0) - (back?.returnedPence ?? 0),
    returningPence: back?.returningPence ?? 0,
  }
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
    .where(and(eq(payouts.status, 'waiting'), lte(payouts.lookAt, now)))
    .groupBy(payouts.influencerId)
    .orderBy(sql`min(${payouts.lookAt})`)
    .limit(limit)
  return rows.map(row => row.influencerId)
}
