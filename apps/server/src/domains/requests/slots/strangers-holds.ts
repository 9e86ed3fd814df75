import { SLOT_HOLD_MS, UNPAID_HOLDS_COUNTED_MS } from '@parley/contract'
import { and, eq, gt, isNotNull, lt, ne, or, sql } from 'drizzle-orm'
import { builtOnce, type ValueOf } from '../../../db/built-once.ts'
import type { Tx } from '../../../db/client.ts'
import { users } from '../../accounts/public.ts'
import type { Between } from '../../schedule/public.ts'
import { IS_UNPAID, sessionRequests } from '../tables.ts'
import type { UnpaidHold } from './held-lately.ts'

/** In the audit trail: a window was held once more, because its buyer went to pay. */
export const HOLD_AGAIN = 'hold_again'

interface HoldsNearby {
  buyerId: string
  influencerId: string
  nearby: Between
  now: Date
}

/**
 * The times of one influencer near a time that strangers other than the buyer booked within the last hour and did not
 * pay; none for a buyer who is no stranger. A stranger neither confirmed their email nor ever paid.
 */
export async function strangersHolds(tx: Tx, { nearby, now, ...who }: HoldsNearby): Promise<UnpaidHold[]> {
  const since = new Date(now.getTime() - UNPAID_HOLDS_COUNTED_MS - SLOT_HOLD_MS)
  const holds = await selectHolds(tx, { ...who, ...nearby, since })
  return holds.flatMap(({ again, ...hold }) => (again ? [hold, { ...hold, createdAt: again }] : hold))
}

const selectHolds = builtOnce(
  (db, value: ValueOf<{ buyerId: string; influencerId: string; from: Date; until: Date; since: Date }>) => {
    const { id, buyerId, createdAt, endedAt, startsAt, endsAt, holdUntil, takesTime } = sessionRequests
    const buyer = value('buyerId', buyerId)
    const again = sql<Date | null>`case when ${takesTime} then (
      select max(held.created_at) from request_audit held
      where held.request_id = ${id} and held.action = ${HOLD_AGAIN}) end`.mapWith(createdAt)
    return db
      .select({ id, createdAt, endedAt, startsAt, endsAt, holdUntil, takesTime, again })
      .from(sessionRequests)
      .innerJoin(users, eq(users.id, buyerId))
      .where(
        and(
          isStranger(sql`${buyer}::uuid`),
          eq(sessionRequests.influencerId, value('influencerId', sessionRequests.influencerId)),
          // In the words of the index of what an influencer was asked for and not paid.
          IS_UNPAID,
          sql`${sessionRequests.state} in ('offered', 'cancelled', 'expired')`,
          eq(sessionRequests.requestType, 'private'),
          gt(createdAt, value('since', createdAt)),
          or(isNotNull(holdUntil), eq(takesTime, true)),
          lt(startsAt, value('until', startsAt)),
          gt(endsAt, value('from', endsAt)),
          ne(buyerId, buyer),
          isStranger(sql`${buyerId}`),
        ),
      )
  },
)

const isStranger = (person: ReturnType<typeof sql>) => sql`(
  exists (select 1 from users stranger where stranger.id = ${person} and stranger.email_verified_at is null)
  and not exists (select 1 from session_requests bought where bought.buyer_id = ${person} and bought.paid_at is not null))`
