import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { DbOrTx } from '../../db/client.ts'
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
