import { eq, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { builtOnce, type ValueOf } from '../../../db/built-once.ts'
import type { DbOrTx } from '../../../db/client.ts'
import { users } from '../../accounts/public.ts'
import { type EventOffer, foundEvent, liveEvents, offerOf } from '../../live-events/public.ts'
import { isBlockBetween } from '../../safety/public.ts'
import { sessionRequests } from '../tables.ts'
import { IS_HELD } from './place-store.ts'

/** What decides whether a person may buy a place at an event. */
export interface PlaceSale {
  offer: EventOffer
  /** One of buyer and influencer is suspended, or has blocked the other. */
  isBarred: boolean
  /** The buyer has a request for it that holds a place, if the two may meet. */
  holdsOne: boolean
}

/** What decides about a sale, in one statement; null if this influencer has no such event. */
export async function findPlaceSale(
  db: DbOrTx,
  { username, ...of }: { username: string; slug: string; buyerId: string },
): Promise<PlaceSale | null> {
  const [found] = await selectSale(db, of)
  if (!found || found.owner.username !== username.toLowerCase()) return null
  const { isBarred, holdsOne, placesHeld } = found
  return { offer: offerOf(found, placesHeld), isBarred, holdsOne }
}

const buyers = alias(users, 'buyers')

const selectSale = builtOnce((db, value: ValueOf<{ slug: string; buyerId: string }>) => {
  const held = sql`from ${sessionRequests} where ${eq(sessionRequests.liveEventId, liveEvents.id)} and ${IS_HELD}`
  const isSuspended = sql`(${users.suspendedAt} is not null or ${buyers.suspendedAt} is not null)`
  return db
    .select({
      ...foundEvent,
      // To count them costs more than all the rest, and nobody reads it where there is no capacity.
      placesHeld: sql<number>`case when ${liveEvents.capacity} is null then 0 else (select count(*)::int ${held}) end`,
      isBarred: sql<boolean>`${or(isSuspended, isBlockBetween(users.id, buyers.id))}`,
      holdsOne: sql<boolean>`exists (select 1 ${held} and ${eq(sessionRequests.buyerId, buyers.id)})`,
    })
    .from(liveEvents)
    .innerJoin(users, eq(users.id, liveEvents.influencerId))
    .innerJoin(buyers, eq(buyers.id, value('buyerId', buyers.id)))
    .where(eq(liveEvents.slug, value('slug', liveEvents.slug)))
})
