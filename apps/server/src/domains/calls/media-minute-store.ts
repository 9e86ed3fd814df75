import { DAY_MS } from '@parley/contract'
import { asc, eq, lt, sql } from 'drizzle-orm'
import type { Db, DbOrTx } from '../../db/client.ts'
import { mediaMinutes } from './tables.ts'

export type MediaMinute = typeof mediaMinutes.$inferSelect

/** Thirteen months: longer than a bank may dispute a card payment. */
export const MEDIA_MINUTES_KEPT_MS = 396 * DAY_MS
/** Of one room; longer than the longest call. Attack: somebody who stays in a room for days to fill the table. */
export const MEDIA_MINUTES_A_ROOM_MAX = 3_000

/** The rows of one statement: after an outage of the database more may wait. */
const SAVED_AT_ONCE = 1_000

/** In one order in every process, so that two that save the same rows do not deadlock. */
const inOrder = (one: MediaMinute, other: MediaMinute) =>
  one.roomId.localeCompare(other.roomId) ||
  one.side.localeCompare(other.side) ||
  one.minute.getTime() - other.minute.getTime()

/** Stores minutes; of one that is stored already the greater counts stay. */
export async function saveMediaMinutes(db: Db, minutes: readonly MediaMinute[]): Promise<void> {
  const sorted = minutes.toSorted(inOrder)
  for (let from = 0; from < sorted.length; from += SAVED_AT_ONCE)
    await savePart(db, sorted.slice(from, from + SAVED_AT_ONCE))
}

async function savePart(db: Db, minutes: readonly MediaMinute[]): Promise<void> {
  const values = minutes.map(
    ({ roomId, side, minute, packets, bytes }) =>
      sql`(${roomId}::uuid, ${side}::text, ${minute.toISOString()}::timestamptz, ${packets}::int, ${bytes}::bigint)`,
  )
  await db.execute(sql`
    insert into media_minutes (room_id, side, minute, packets, bytes)
    select v.* from (values ${sql.join(values, sql`, `)}) as v (room_id, side, minute, packets, bytes)
    where (select count(*) from media_minutes stored where stored.room_id = v.room_id) < ${MEDIA_MINUTES_A_ROOM_MAX}
      or exists (select from media_minutes stored
                 where stored.room_id = v.room_id and stored.side = v.side and stored.minute = v.minute)
    on conflict (room_id, side, minute) do update set
      packets = greatest(media_minutes.packets, excluded.packets),
      bytes = greatest(media_minutes.bytes, excluded.bytes)`)
}

/** What arrived in a room, in order. */
export async function selectMediaMinutes(db: DbOrTx, roomId: string): Promise<MediaMinute[]> {
  return db
    .select()
    .from(mediaMinutes)
    .where(eq(mediaMinutes.roomId, roomId))
    .orderBy(asc(mediaMinutes.minute), asc(mediaMinutes.side))
}

export async function deleteOldMediaMinutes(db: Db, now: Date): Promise<void> {
  await db
    .delete(mediaMinutes)
    .where(lt(mediaMinutes.minute, new Date(now.getTime() - MEDIA_MINUTES_KEPT_MS)))
}
