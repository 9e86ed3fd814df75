import type { PayoutWaitCode } from '@parley/contract'
import { and, eq } from 'drizzle-orm'
import type { DbOrTx } from '../../../db/client.ts'
import { type LastPence, lastPence } from '../../payouts/public.ts'
import { sessionRequests } from '../tables.ts'

/** Why nothing may go out to an influencer at this moment: a sale of theirs is disputed. */
export async function payoutHold(db: DbOrTx, influencerId: string): Promise<PayoutWaitCode | null> {
  const count = await db.$count(
    sessionRequests,
    and(eq(sessionRequests.influencerId, influencerId), eq(sessionRequests.paymentStatus, 'disputed')),
  )
  return count > 0 ? 'open_dispute' : null
}

/** What somebody who leaves earned below the payout minimum; null when there is nothing. */
export async function findLastPence(db: DbOrTx, userId: string, now: Date): Promise<LastPence | null> {
  return lastPence(db, { userId, hold: await payoutHold(db, userId), now })
}
