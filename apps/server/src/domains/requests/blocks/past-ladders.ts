import { BLOCKS_PAST_THE_LADDER_MAX, BLOCKS_PAST_THE_LADDER_WITHIN_MS, pence } from '@parley/contract'
import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { DbOrTx } from '../../../db/client.ts'
import type { BlockPair } from '../../safety/public.ts'
import { requestAudit, sessionRequests } from '../tables.ts'
import { isLate } from './block-rules.ts'

/**
 * Whether a buyer has blocked so many other people in the last 90 days, in place of cancelling late, that the ladder
 * stands from now on. Attack: blocking in place of each late cancellation; and many blocks at once, of which each counts
 * none of the others, so the blocks of one buyer are decided one after the other.
 */
export async function hasBlockedPastLadders(
  db: DbOrTx,
  { pair, now, asked }: { pair: BlockPair; now: Date; asked: 'before' | 'after' },
): Promise<boolean> {
  if (asked === 'after')
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`ladder:${pair.blockerId}`}, 0))`)
  const rows = await db
    .select({ request: sessionRequests, at: requestAudit.createdAt })
    .from(sessionRequests)
    .innerJoin(
      requestAudit,
      and(eq(requestAudit.requestId, sessionRequests.id), eq(requestAudit.action, 'block')),
    )
    .where(
      and(
        ...[eq(sessionRequests.buyerId, pair.blockerId), eq(requestAudit.actorId, pair.blockerId)],
        ...[ne(sessionRequests.influencerId, pair.blockedId), eq(sessionRequests.outcome, 'cancelled')],
        gt(requestAudit.createdAt, new Date(now.getTime() - BLOCKS_PAST_THE_LADDER_WITHIN_MS)),
        inArray(sessionRequests.moneyBackPolicy, ['moderate', 'strict']),
      ),
    )
  const late = rows.filter(({ request, at }) => isLate({ ...request, refundedPence: pence(0) }, at))
  return new Set(late.map(({ request }) => request.influencerId)).size >= BLOCKS_PAST_THE_LADDER_MAX
}
