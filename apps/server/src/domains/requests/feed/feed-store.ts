import { and, asc, eq, gte, inArray, isNotNull, ne, or } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../../db/client.ts'
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

export async function deleteFeed(db: DbOrTx | Tx, userId: string): Promise<void> {
  await db.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId))
}

export async function feedOf(db: DbOrTx, userId: string): Promise<{ createdAt: Date } | null> {
  const [row] = await db
    .select({ createdAt: calendarFeeds.createdAt })
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

/** Paid dated calls and places of a person that have not ended unbegun, from a moment on. */
export function datedRequestsOf(db: DbOrTx, userId: string, from: Date): Promise<NamedRequest[]> {
  const { buyerId, attendeeId, influencerId, requestType, startsAt } = sessionRequests
  const isCall = and(
    eq(requestType, 'private'),
    gte(startsAt, from),
    or(eq(buyerId, userId), eq(attendeeId, userId), eq(influencerId, userId)),
  )
  const isPlace = and(eq(requestType, 'broadcast'), eq(buyerId, userId), gte(liveEvents.startsAt, from))
  const stands = and(
    inArray(sessionRequests.state, [...SHOWN]),
    inArray(sessionRequests.paymentStatus, [...PAID]),
  )
  return listNamed(db, and(stands, or(isCall, isPlace)))
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
