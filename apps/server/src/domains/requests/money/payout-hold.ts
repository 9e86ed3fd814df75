import { BANNED_PAYOUT_WAIT_MS, type PayoutWaitCode } from '@parley/contract'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Clock } from '../../../core/clock.ts'
import type { DbOrTx } from '../../../db/client.ts'
import { type HoldOf, type LastPence, lastPence } from '../../payouts/public.ts'
import { payoutsWait } from '../../safety/public.ts'
import { HOLDS_PAYOUTS, sessionRequests } from '../tables.ts'

/**
 * Why nothing may go out to an influencer at this moment: a sale of theirs is disputed, a problem with one that was
 * released already is open (with `RELEASE_AFTER_HOURS` under 48, or reported after staff's decision about another one),
 * or they are suspended.
 */
export function payoutHold(clock: Pick<Clock, 'now'>): HoldOf {
  return (db, influencerId) => holdAt(db, influencerId, clock.now())
}

async function holdAt(db: DbOrTx, influencerId: string, now: Date): Promise<PayoutWaitCode | null> {
  if (await payoutsWait(db, influencerId, { now, bannedWaitMs: BANNED_PAYOUT_WAIT_MS })) return 'suspended'
  const isDisputed = sql<boolean>`${sessionRequests.paymentStatus} = 'disputed'`
  const [held] = await db
    .select({ isDisputed })
    .from(sessionRequests)
    .where(and(eq(sessionRequests.influencerId, influencerId), HOLDS_PAYOUTS))
    .orderBy(desc(isDisputed))
    .limit(1)
  if (!held) return null
  return held.isDisputed ? 'open_dispute' : 'open_problem'
}

/** The earnings below the payout minimum of a person who deletes their account; null without any. */
export async function findLastPence(db: DbOrTx, userId: string, now: Date): Promise<LastPence | null> {
  return lastPence(db, { userId, hold: await holdAt(db, userId, now), now })
}
