import { UNPAID_HOLDS_COUNTED_MS } from '@parley/contract'
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { builtOnce, type ValueOf } from '../../../db/built-once.ts'
import type { Tx } from '../../../db/client.ts'
import { holdUntilOf } from '../../schedule/public.ts'
import { sessionRequests } from '../tables.ts'

interface Of {
  buyerId: string
  influencerId: string | null
  /** The key of the booking that is being made: what it made before is among the rows, paid or not. */
  uuid: string
  now: Date
}

export type UnpaidLately = Awaited<ReturnType<typeof selectUnpaid>>[number]

/**
 * What a buyer has booked and not paid with anybody, and what of theirs with one influencer ended unpaid within the
 * hour that counts: everything that bounds what they may hold, in one statement, because the influencer's lock is held.
 */
export const unpaidLately = (tx: Tx, { buyerId, influencerId, uuid, now }: Of): Promise<UnpaidLately[]> =>
  selectUnpaid(tx, {
    ...{ buyerId, influencerId, uuid, now },
    endedAfter: new Date(now.getTime() - UNPAID_HOLDS_COUNTED_MS),
  })

const selectUnpaid = builtOnce((db, value: ValueOf<Of & { endedAfter: Date }>) => {
  const { id, uuid, influencerId, liveEventId, state, paymentStatus, takesTime } = sessionRequests
  const { createdAt, endedAt, startsAt, endsAt, holdUntil } = sessionRequests
  const windowUntil = holdUntilOf(sql`session_requests.id`, value('now', holdUntil))
  return db
    .select({
      ...{ id, uuid, influencerId, liveEventId, state, paymentStatus, takesTime },
      ...{ createdAt, endedAt, startsAt, endsAt, holdUntil, windowUntil },
    })
    .from(sessionRequests)
    .where(
      and(
        eq(sessionRequests.buyerId, value('buyerId', sessionRequests.buyerId)),
        or(
          eq(uuid, value('uuid', uuid)),
          and(
            isNull(sessionRequests.paidAt),
            or(
              sql`${state} in ('offered', 'accepted')`,
              and(
                eq(influencerId, value('influencerId', influencerId)),
                gt(endedAt, value('endedAfter', endedAt)),
              ),
            ),
          ),
        ),
      ),
    )
})

/** What counts as time that was kept from others: all with this influencer but what their buyer's bank thinks about. */
export const keptWith = (unpaid: readonly UnpaidLately[], wanted: string): UnpaidLately[] =>
  unpaid.filter(
    ({ influencerId, endedAt, state, paymentStatus }) =>
      influencerId === wanted &&
      (endedAt !== null || (state === 'offered' && paymentStatus !== 'processing')),
  )
