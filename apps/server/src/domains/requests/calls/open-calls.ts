import { OPEN_PRIVATE_COUNTED_MAX } from '@parley/contract'
import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { anyOf } from '../../../db/any-of.ts'
import type { Db } from '../../../db/client.ts'
import { listNamed } from '../store.ts'
import { IS_PAID, sessionRequests } from '../tables.ts'

/** More calls than anybody has open at once are not read. */
const CALLS_MAX = 20

/** In the words of the indexes. */
const isOpen = sql`${sessionRequests.state} in ('offered', 'accepted')`
const isCall = sql`${sessionRequests.requestType} in ('private', 'prepaid')`
const isPrivate = sql`${sessionRequests.requestType} = 'private'`

/** A paid call that may begin, as one of its two parties sees it. */
export interface OpenCall {
  requestId: string
  slug: string
  /** The other party's username. */
  other: string
  isPerformer: boolean
}

/** The paid private and prepaid calls of a person that are open, the newest first. */
export async function openCallsOf(db: Db, personId: string): Promise<OpenCall[]> {
  const { id, buyerId, attendeeId, influencerId, createdAt } = sessionRequests
  const callsWhere = (side: SQL | undefined) =>
    db
      .select({ id, createdAt })
      .from(sessionRequests)
      .where(
        and(
          side,
          isOpen,
          isNotNull(influencerId),
          isCall,
          inArray(sessionRequests.paymentStatus, ['paid', 'partly_refunded']),
        ),
      )
      .orderBy(desc(createdAt))
      .limit(CALLS_MAX)
  // Each by an index of its own. The influencer waits for the attendee, and not for the buyer.
  const ids = await unionAll(
    callsWhere(and(eq(buyerId, personId), isNull(attendeeId))),
    callsWhere(eq(attendeeId, personId)),
    callsWhere(eq(influencerId, personId)),
  )
  if (ids.length === 0) return []
  const isFound = anyOf(
    id,
    ids.map(row => row.id),
  )
  const found = await listNamed(db, isFound).orderBy(desc(createdAt)).limit(CALLS_MAX)
  return found.map(({ row, buyerName, attendeeName, influencerName }) => {
    const isPerformer = row.influencerId === personId
    return {
      requestId: row.id,
      slug: row.slug,
      other: (isPerformer ? (attendeeName ?? buyerName) : influencerName) ?? '',
      isPerformer,
    }
  })
}

/**
 * How many private requests to an influencer are open, as their tab Sessions counts them; of anybody else how many of
 * their own. Every page asks: no more are read than are counted.
 */
export function countOpenPrivate(db: Db, person: { id: string; isInfluencer: boolean }): Promise<number> {
  const mine = person.isInfluencer
    ? // Attack: to fill a person's badge with unpaid bookings.
      and(eq(sessionRequests.influencerId, person.id), IS_PAID)
    : eq(sessionRequests.buyerId, person.id)
  const counted = db
    .select({ id: sessionRequests.id })
    .from(sessionRequests)
    .where(and(mine, isOpen, isPrivate))
    .limit(OPEN_PRIVATE_COUNTED_MAX)
  return db.$count(counted.as('counted'))
}
