import { DAY_MS } from '@parley/contract'
import { and, asc, eq, gte, inArray, isNotNull, lte, ne, or, type SQL } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { anyOf } from '../../../db/any-of.ts'
import type { DbOrTx } from '../../../db/client.ts'
import { liveEvents } from '../../live-events/public.ts'
import { listNamed, type NamedRequest } from '../store.ts'
import { calendarFeeds, sessionRequests } from '../tables.ts'

const PAID = ['paid', 'partly_refunded', 'refund_failed', 'disputed'] as const
const SHOWN = ['offered', 'accepted', 'completed'] as const
/** More than anybody has in a month behind them and all ahead. */
const ENTRIES_MAX = 10_000

/** Stores a person's secret; an older one is not valid any more. */
export async function saveFeed(
  db: DbOrTx,
  feed: { userId: string; digest: string; createdAt: Date },
): Promise<void> {
  const { digest, createdAt } = feed
  await db
    .insert(calendarFeeds)
    .values(feed)
    .onConflictDoUpdate({ target: calendarFeeds.userId, set: { digest, createdAt } })
}

/** Ends a person's address; with a moment, only one that is as old. */
export async function deleteFeed(db: DbOrTx, userId: string, madeUntil: Date | null = null): Promise<void> {
  const isOld = madeUntil ? lte(calendarFeeds.createdAt, madeUntil) : undefined
  await db.delete(calendarFeeds).where(and(eq(calendarFeeds.userId, userId), isOld))
}

/** A person's feed; null for none. */
export async function feedOf(
  db: DbOrTx,
  userId: string,
): Promise<{ createdAt: Date; digest: string } | null> {
  const [row] = await db
    .select({ createdAt: calendarFeeds.createdAt, digest: calendarFeeds.digest })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.userId, userId))
  return row ?? null
}

/** Whose feed has this digest; null for none. */
export async function feedOwner(db: DbOrTx, digest: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: calendarFeeds.userId })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.digest, digest))
  return row?.userId ?? null
}

/** An event may begin so much before its date, and a place at it is over then. */
const BEGINS_BEFORE_MS = DAY_MS

/**
 * Paid dated calls and places of a person that have not ended unbegun, from a moment on. Each kind is read by an index
 * of its own, so that no calendar program reads a history; a place's date is that of its event.
 */
export async function datedRequestsOf(db: DbOrTx, userId: string, from: Date): Promise<NamedRequest[]> {
  const { id, attendeeId, buyerId, endedAt, influencerId, liveEventId, startsAt } = sessionRequests
  const ids = (where: SQL | undefined) =>
    db.select({ id }).from(sessionRequests).where(where).limit(ENTRIES_MAX)
  const endsAfter = gte(endedAt, new Date(from.getTime() - BEGINS_BEFORE_MS))
  const found = await unionAll(
    ids(and(eq(buyerId, userId), gte(startsAt, from))),
    ids(and(eq(attendeeId, userId), gte(startsAt, from))),
    ids(and(eq(influencerId, userId), gte(startsAt, from))),
    ids(
      and(
        eq(buyerId, userId),
        isNotNull(liveEventId),
        inArray(sessionRequests.state, ['offered', 'accepted']),
      ),
    ),
    ids(and(eq(buyerId, userId), isNotNull(liveEventId), endsAfter)),
  )
  if (found.length === 0) return []
  const isCall = and(eq(sessionRequests.requestType, 'private'), gte(startsAt, from))
  const isPlace = and(
    ...[eq(sessionRequests.requestType, 'broadcast'), eq(buyerId, userId), gte(liveEvents.startsAt, from)],
  )
  const stands = and(
    inArray(sessionRequests.state, [...SHOWN]),
    inArray(sessionRequests.paymentStatus, [...PAID]),
  )
  const isFound = anyOf(
    id,
    found.map(row => row.id),
  )
  return listNamed(db, and(isFound, stands, or(isCall, isPlace)))
    .orderBy(asc(startsAt))
    .limit(ENTRIES_MAX)
}

export type OwnEvent = typeof liveEvents.$inferSelect

/** A person's own dated events, from a moment on. */
export function ownEventsOf(db: DbOrTx, userId: string, from: Date): Promise<OwnEvent[]> {
  return db
    .select()
    .from(liveEvents)
    .where(
      and(
        eq(liveEvents.influencerId, userId),
        ne(liveEvents.state, 'cancelled'),
        isNotNull(liveEvents.startsAt),
        gte(liveEvents.startsAt, from),
      ),
    )
    .orderBy(asc(liveEvents.startsAt))
    .limit(ENTRIES_MAX)
}
