import { and, count, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { anyOf, anyOfPlace } from '../../../db/any-of.ts'
import { builtOnce, type ValueOf } from '../../../db/built-once.ts'
import type { DbOrTx } from '../../../db/client.ts'
import { thoseApart } from '../blocks/sides-apart.ts'
import { type Unpaid, whyUnpaid } from '../calls/why-unpaid.ts'
import { isCallPaid } from '../request.ts'
import type { RequestRow } from '../store.ts'
import { sessionRequests } from '../tables.ts'

/** A place is taken from its booking on; it is free again if it is not paid in time, or refunded. */
const HELD: RequestRow['state'][] = ['offered', 'accepted', 'completed']

/** The same, in the words of the index of a buyer's one place. */
export const IS_HELD = sql`${sessionRequests.state} in (${sql.raw(HELD.map(state => `'${state}'`).join(', '))})`

const countTaken = builtOnce((db, value: ValueOf<{ eventIds: readonly string[] }>) =>
  db
    .select({ eventId: sessionRequests.liveEventId, places: count() })
    .from(sessionRequests)
    .where(
      and(anyOfPlace(sessionRequests.liveEventId, value('eventIds', sessionRequests.liveEventId)), IS_HELD),
    )
    .groupBy(sessionRequests.liveEventId),
)

const selectOwnPlace = builtOnce((db, value: ValueOf<{ eventId: string; buyerId: string }>) =>
  db
    .select()
    .from(sessionRequests)
    .where(
      and(
        eq(sessionRequests.liveEventId, value('eventId', sessionRequests.liveEventId)),
        eq(sessionRequests.buyerId, value('buyerId', sessionRequests.buyerId)),
      ),
    )
    .orderBy(desc(sessionRequests.createdAt), desc(sessionRequests.id))
    .limit(1),
)

/** How many places of each event are taken. */
export async function countPlaces(db: DbOrTx, eventIds: readonly string[]): Promise<Map<string, number>> {
  if (eventIds.length === 0) return new Map()
  const rows = await countTaken(db, { eventIds })
  return new Map(rows.map(row => [row.eventId ?? '', row.places]))
}

/** A person's newest request for an event, whatever became of it. */
export async function findOwnPlace(
  db: DbOrTx,
  place: { eventId: string; buyerId: string },
): Promise<RequestRow | null> {
  const [row] = await selectOwnPlace(db, place)
  return row ?? null
}

/** How many places at the same event its buyer had before this one. */
export async function countEarlierPlaces(
  db: DbOrTx,
  { liveEventId, buyerId, createdAt }: Pick<RequestRow, 'liveEventId' | 'buyerId' | 'createdAt'>,
): Promise<number> {
  if (liveEventId === null) return 0
  const [row] = await db
    .select({ places: count() })
    .from(sessionRequests)
    .where(
      and(
        eq(sessionRequests.liveEventId, liveEventId),
        eq(sessionRequests.buyerId, buyerId),
        lt(sessionRequests.createdAt, createdAt),
      ),
    )
  return row?.places ?? 0
}

/** A place is paid, or why it is not. */
export type PlacePaid = 'paid' | Unpaid

/** Whether a person has a place at an event, and whether it is paid and valid. */
export async function placeOf(
  db: DbOrTx,
  place: { eventId: string; buyerId: string },
): Promise<PlacePaid | 'none'> {
  return (await placesOf(db, place.eventId, [place.buyerId])).get(place.buyerId) ?? 'none'
}

/** The same for some buyers at one event, by buyer; buyers without a place are omitted. */
export async function placesOf(
  db: DbOrTx,
  eventId: string,
  buyers: readonly string[],
): Promise<Map<string, PlacePaid>> {
  const { buyerId, liveEventId, createdAt, id } = sessionRequests
  const rows = await db
    .selectDistinctOn([buyerId])
    .from(sessionRequests)
    .where(and(eq(liveEventId, eventId), anyOf(buyerId, buyers)))
    .orderBy(buyerId, desc(createdAt), desc(id))
  // Attack: a viewer blocks, gets the unseen seconds back, removes the block and watches for nothing.
  const held = rows.filter(row => HELD.includes(row.state) && row.settledBy !== 'place_ended')
  const apart = await thoseApart(db, held)
  const standing = held.filter(row => !apart.has(row.id))
  return new Map(standing.map(row => [row.buyerId, isCallPaid(row) ? 'paid' : whyUnpaid(row)]))
}

/** The paid places of some buyers at one event that were not informed yet that it began, by buyer. */
export async function listUninformed(
  db: DbOrTx,
  eventId: string,
  buyers: readonly string[],
): Promise<Map<string, string>> {
  const { id, buyerId, liveEventId, state, begunAt, paidAt } = sessionRequests
  const rows = await db
    .select({ id, buyerId })
    .from(sessionRequests)
    .where(
      and(
        ...[eq(liveEventId, eventId), anyOf(buyerId, buyers), inArray(state, ['offered', 'accepted'])],
        ...[isNull(begunAt), isNotNull(paidAt)],
      ),
    )
  return new Map(rows.map(row => [row.buyerId, row.id]))
}

/** Whether someone has had a paid place at an event, whatever became of it. */
export async function hadPaidPlace(
  db: DbOrTx,
  { eventId, buyerId }: { eventId: string; buyerId: string },
): Promise<boolean> {
  const { liveEventId, paidAt } = sessionRequests
  const isTheirs = and(eq(liveEventId, eventId), eq(sessionRequests.buyerId, buyerId), isNotNull(paidAt))
  return (await db.$count(sessionRequests, isTheirs)) > 0
}

/** The event of a place, its owner and the buyer; null for any other request. */
export async function findPlace(
  db: DbOrTx,
  requestId: string,
): Promise<{ eventId: string; ownerId: string; buyerId: string } | null> {
  const { liveEventId: eventId, influencerId: ownerId, buyerId } = sessionRequests
  const [row] = await db
    .select({ eventId, ownerId, buyerId })
    .from(sessionRequests)
    .where(eq(sessionRequests.id, requestId))
  if (!row?.eventId || !row.ownerId) return null
  return { eventId: row.eventId, ownerId: row.ownerId, buyerId: row.buyerId }
}

/** The places of an event that are not settled. */
export async function listOpenPlaces(db: DbOrTx, eventId: string): Promise<string[]> {
  const rows = await db
    .select({ id: sessionRequests.id })
    .from(sessionRequests)
    .where(
      and(eq(sessionRequests.liveEventId, eventId), inArray(sessionRequests.state, ['offered', 'accepted'])),
    )
    .orderBy(sessionRequests.id)
  return rows.map(row => row.id)
}
