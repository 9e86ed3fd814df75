import { BLOCKS_PAST_THE_LADDER_WITHIN_MS, pence } from '@parley/contract'
import { and, asc, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm'
import type { DbOrTx } from '../../../db/client.ts'
import type { BlockPair } from '../../safety/public.ts'
import { requestAudit, sessionRequests } from '../tables.ts'
import { isLate, isPressedOften } from './block-rules.ts'

/**
 * Whether a buyer has pressed block so often in the last 90 days, instead of cancelling late, that the ladder applies
 * from now on. Attack: a block instead of each late cancellation, also of the same person again and again; and many
 * blocks at once, of which none counts the others. So the blocks of one buyer are decided one after the other.
 */
export async function hasBlockedPastLadders(
  db: DbOrTx,
  {
    pair,
    pressedAt,
    now,
    moment,
  }: { pair: BlockPair; pressedAt: Date; now: Date; moment: 'before' | 'after' },
): Promise<boolean> {
  if (moment === 'after')
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`ladder:${pair.blockerId}`}, 0))`)
  const rows = await db
    .select({ request: sessionRequests, at: requestAudit.createdAt })
    .from(requestAudit)
    .innerJoin(sessionRequests, eq(sessionRequests.id, requestAudit.requestId))
    .where(
      and(
        // The condition of the index, in words that every plan knows.
        sql`${requestAudit.action} = 'block'`,
        ...[eq(sessionRequests.buyerId, pair.blockerId), eq(requestAudit.actorId, pair.blockerId)],
        // Requests that this press ended a moment ago do not count against its other requests.
        or(ne(sessionRequests.influencerId, pair.blockedId), lt(requestAudit.createdAt, pressedAt)),
        eq(sessionRequests.outcome, 'cancelled'),
        gt(requestAudit.createdAt, new Date(now.getTime() - BLOCKS_PAST_THE_LADDER_WITHIN_MS)),
        inArray(sessionRequests.moneyBackPolicy, ['moderate', 'strict']),
      ),
    )
    .orderBy(asc(requestAudit.createdAt))
  const late = rows.filter(({ request, at }) => isLate({ ...request, refundedPence: pence(0) }, at))
  return isPressedOften(late)
}
