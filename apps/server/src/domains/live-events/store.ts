import { and, count, desc, eq, inArray } from 'drizzle-orm'
import type { DbOrTx } from '../../db/client.ts'
import { users } from '../accounts/public.ts'
import { liveEvents } from './tables.ts'

/** Events that visitors see on a profile: those still to come and the one going on. */
const isShown = (influencerId: string) =>
  and(eq(liveEvents.influencerId, influencerId), inArray(liveEvents.state, ['scheduled', 'live']))

/** An influencer's events, the newest first. */
export async function findShownEvents(
  db: DbOrTx,
  wanted: { influencerId: string; limit: number; offset: number },
) {
  return db
    .select({ event: liveEvents, owner: { id: users.id, username: users.username } })
    .from(liveEvents)
    .innerJoin(users, eq(users.id, liveEvents.influencerId))
    .where(isShown(wanted.influencerId))
    .orderBy(desc(liveEvents.createdAt), desc(liveEvents.id))
    .limit(wanted.limit)
    .offset(wanted.offset)
}
export type FoundEvent = Awaited<ReturnType<typeof findShownEvents>>[number]

export async function countShownEvents(db: DbOrTx, influencerId: string): Promise<number> {
  const [row] = await db.select({ events: count() }).from(liveEvents).where(isShown(influencerId))
  return row?.events ?? 0
}
