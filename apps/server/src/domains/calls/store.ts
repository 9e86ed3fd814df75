import { and, asc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { anyOf } from '../../db/any-of.ts'
import { builtOnce, type ValueOf } from '../../db/built-once.ts'
import type { Db, DbOrTx, Tx } from '../../db/client.ts'
import { callRooms, liveIntervals, mediaAlone } from './tables.ts'

/**
 * How long a lease is valid without a heartbeat: with the second until another process polls, less than the five
 * seconds of a return. Measured by the database's own clock, which no process can freeze or move.
 */
export const LEASE_MS = 3_000
const LEASE = sql`${LEASE_MS} * interval '1 millisecond'`
const databaseNow = sql`clock_timestamp()`

const provenOrEnded = sql`coalesce(${liveIntervals.endedAt}, ${liveIntervals.provenUntil})`
const usedMs = sql`sum(extract(epoch from ${provenOrEnded} - ${liveIntervals.startedAt}) * 1000)`

/** Used paid time of each room that has any, in ms; an open interval counts up to its last proven moment. */
export async function selectUsedMs(db: DbOrTx, roomIds: readonly string[]): Promise<Map<string, number>> {
  if (roomIds.length === 0) return new Map()
  const rows = await db
    .select({ roomId: liveIntervals.roomId, usedMs: sql<number>`${usedMs}::float8` })
    .from(liveIntervals)
    .where(anyOf(liveIntervals.roomId, roomIds))
    .groupBy(liveIntervals.roomId)
  return new Map(rows.map(row => [row.roomId, Math.round(row.usedMs)]))
}

export interface ShownTime {
  /** At most the value of its holder's last heartbeat, at least the proven time; never less than before. */
  shownMs: number
  isLive: boolean
}

/** The displayed time of each room with used time. */
export async function selectShownTime(
  db: DbOrTx,
  roomIds: readonly string[],
): Promise<Map<string, ShownTime>> {
  if (roomIds.length === 0) return new Map()
  const rows = await selectShown(db, { roomIds })
  return new Map(
    rows.map(({ roomId, shownMs, isLive }) => [roomId, { shownMs: Math.round(shownMs), isLive }]),
  )
}

const isOpen = sql`${liveIntervals.endedAt} is null and ${callRooms.heldUntil} > ${databaseNow}`
const selectShown = builtOnce<{ roomIds: readonly string[] }, (ShownTime & { roomId: string })[]>(db =>
  db
    .select({
      roomId: callRooms.id,
      shownMs: sql<number>`greatest(${callRooms.shownMs}, ${usedMs})::float8`,
      isLive: sql<boolean>`coalesce(bool_or(${isOpen}), false)`,
    })
    .from(liveIntervals)
    .innerJoin(callRooms, eq(callRooms.id, liveIntervals.roomId))
    .where(sql`${liveIntervals.roomId} = any(${sql.placeholder('roomIds')}::uuid[])`)
    .groupBy(callRooms.id),
)

export async function selectRoom(db: DbOrTx, roomId: string) {
  const [room] = await db.select().from(callRooms).where(eq(callRooms.id, roomId))
  return room ?? null
}

/** Whether a process has a valid lease on a room, and so counts its time. */
export async function isRoomCounted(db: DbOrTx, roomId: string): Promise<boolean> {
  const isHeld = and(eq(callRooms.id, roomId), sql`${callRooms.heldUntil} > ${databaseNow}`)
  const rows = await db.select({ id: callRooms.id }).from(callRooms).where(isHeld)
  return rows.length > 0
}

/** The interval that ended last, or the open one. */
export async function selectLastInterval(db: DbOrTx, roomId: string) {
  const [last] = await db
    .select()
    .from(liveIntervals)
    .where(eq(liveIntervals.roomId, roomId))
    .orderBy(sql`${liveIntervals.endedAt} desc nulls first`)
    .limit(1)
  return last ?? null
}

/**
 * A room under its row lock, created if it is new; `isHeld` says whether a lease on it is valid, `heldForMs` for how
 * long.
 */
export async function lockRoom(tx: Tx, roomId: string) {
  await tx.insert(callRooms).values({ id: roomId }).onConflictDoNothing()
  const [room] = await tx
    .select({
      epoch: callRooms.epoch,
      holder: callRooms.holder,
      closedAt: callRooms.closedAt,
      shownMs: callRooms.shownMs,
      isHeld: sql<boolean>`${callRooms.holder} is not null and ${callRooms.heldUntil} > ${databaseNow}`,
      heldForMs: sql<number>`coalesce(extract(epoch from ${callRooms.heldUntil} - ${databaseNow}) * 1000, 0)::float8`,
    })
    .from(callRooms)
    .where(eq(callRooms.id, roomId))
    .for('update')
  if (!room) throw new Error('a room vanished')
  return room
}

export async function acquireLease(tx: Tx, lease: { roomId: string; holder: string; epoch: number }) {
  await tx
    .update(callRooms)
    .set({ holder: lease.holder, epoch: lease.epoch, heldUntil: sql`${databaseNow} + ${LEASE}` })
    .where(eq(callRooms.id, lease.roomId))
}

export async function releaseRoom(tx: Tx, roomId: string, change: { closedAt?: Date } = {}) {
  await tx
    .update(callRooms)
    .set({ holder: null, heldUntil: null, ...change })
    .where(eq(callRooms.id, roomId))
}

export async function insertInterval(
  tx: Tx,
  interval: { id: string; roomId: string; epoch: number; startedAt: Date },
) {
  await tx.insert(liveIntervals).values({ ...interval, provenUntil: interval.startedAt })
}

export type EndedBy = NonNullable<(typeof liveIntervals.$inferSelect)['endedBy']>

type IntervalEnd = { roomId: string; by: EndedBy } & (
  | { at: 'last-proven' }
  /** `startedAt`: after a jump of the machine's clock another than what is stored. */
  | { at: Date; startedAt: Date }
)

/** Ends the open interval of a room, if there is one, at a given time or at its last proven time. */
export async function endOpenInterval(tx: Tx, end: IntervalEnd): Promise<'ended' | 'none'> {
  const ended = await tx
    .update(liveIntervals)
    .set({ ...timesOf(end), endedBy: end.by })
    .where(and(eq(liveIntervals.roomId, end.roomId), isNull(liveIntervals.endedAt)))
    .returning({ id: liveIntervals.id })
  return ended.length > 0 ? 'ended' : 'none'
}

function timesOf(end: IntervalEnd) {
  if (end.at === 'last-proven') return { endedAt: sql`${liveIntervals.provenUntil}` }
  const { startedAt, at: endedAt } = end
  const { startedAt: stored, provenUntil: proven } = liveIntervals
  const provenUntil = sql`case when ${stored} = ${startedAt} then ${proven} else ${endedAt} end`
  return { startedAt, provenUntil, endedAt }
}

export interface Heartbeat {
  roomId: string
  epoch: number
  /** It changes by a jump of the machine's clock alone. */
  startedAt: Date
  provenUntil: Date
  /** Used time that may be shown from now on. */
  shownMs: number
}

/**
 * Renews the leases of one holder and their proven time, in one statement; returns the rooms whose lease was still
 * valid. Rows are locked in the order of their ids, so that two batches do not deadlock.
 */
export async function renewLeases(
  db: Db,
  holder: string,
  heartbeats: readonly Heartbeat[],
): Promise<Set<string>> {
  const { rows } = await db.execute<{ room_id: string }>(sql`
    with heartbeat as (
      select * from unnest(
        ${sql.param(heartbeats.map(heartbeat => heartbeat.roomId))}::uuid[],
        ${sql.param(heartbeats.map(heartbeat => heartbeat.epoch))}::int[],
        ${sql.param(heartbeats.map(heartbeat => heartbeat.startedAt.toISOString()))}::timestamptz[],
        ${sql.param(heartbeats.map(heartbeat => heartbeat.provenUntil.toISOString()))}::timestamptz[],
        ${sql.param(heartbeats.map(heartbeat => Math.floor(heartbeat.shownMs)))}::int[]
      ) as heartbeat (room_id, epoch, started_at, proven_until, shown_ms)
    ), locked as (
      select r.id, heartbeat.epoch, heartbeat.started_at, heartbeat.proven_until, heartbeat.shown_ms
      from ${callRooms} r join heartbeat on r.id = heartbeat.room_id
      where r.epoch = heartbeat.epoch and r.holder = ${holder} and r.held_until > ${databaseNow}
      order by r.id for update of r
    ), renewed as (
      update ${callRooms} r
      set held_until = ${databaseNow} + ${LEASE}, shown_ms = greatest(r.shown_ms, locked.shown_ms)
      from locked where r.id = locked.id
      returning r.id, locked.epoch, locked.started_at, locked.proven_until
    )
    update ${liveIntervals} i set started_at = renewed.started_at,
      proven_until = case when i.started_at = renewed.started_at
        then greatest(i.proven_until, renewed.proven_until) else renewed.proven_until end
    from renewed where i.room_id = renewed.id and i.epoch = renewed.epoch and i.ended_at is null
    returning i.room_id`)
  return new Set(rows.map(row => row.room_id))
}

/** Rooms with an open interval of a holder whose lease expired; with `any-holder`, of any holder. */
export async function selectAbandonedRooms(db: Db, of: 'lease-expired' | 'any-holder'): Promise<string[]> {
  const ranOut = or(isNull(callRooms.heldUntil), lte(callRooms.heldUntil, databaseNow))
  const rows = await db
    .select({ id: callRooms.id })
    .from(callRooms)
    .innerJoin(liveIntervals, and(eq(liveIntervals.roomId, callRooms.id), isNull(liveIntervals.endedAt)))
    .where(of === 'lease-expired' ? ranOut : undefined)
    .orderBy(asc(callRooms.id))
  return rows.map(row => row.id)
}

export interface StretchAlone {
  id: string
  roomId: string
  side: 'buyer' | 'influencer'
  startedAt: Date
  provenUntil: Date
}

/** Stores intervals, or their later ends; an end never becomes earlier. */
export async function saveStretchesAlone(db: Db, stretches: readonly StretchAlone[]): Promise<void> {
  if (stretches.length === 0) return
  const roomIds = [...new Set(stretches.map(({ roomId }) => roomId))].sort()
  await db
    .insert(callRooms)
    .values(roomIds.map(id => ({ id })))
    .onConflictDoNothing()
  await db
    .insert(mediaAlone)
    .values([...stretches])
    .onConflictDoUpdate({
      target: mediaAlone.id,
      set: { provenUntil: sql`excluded.proven_until` },
    })
}

/** Notes that the buyer pressed End Call while the influencer's media flowed. */
export async function noteEndCall(db: DbOrTx, roomId: string, at: Date): Promise<void> {
  await db
    .insert(callRooms)
    .values({ id: roomId, buyerEndedAt: at })
    .onConflictDoUpdate({
      target: callRooms.id,
      set: { buyerEndedAt: sql`greatest(${callRooms.buyerEndedAt}, excluded.buyer_ended_at)` },
    })
}

export async function selectIntervals(db: DbOrTx, roomId: string) {
  return db.select().from(liveIntervals).where(eq(liveIntervals.roomId, roomId))
}

/** What is stored of a room, one row for each fact: an interval, a stretch alone, the buyer's End Call. */
const selectFacts = builtOnce((db, value: ValueOf<{ roomId: string }>) => {
  const roomId = value('roomId', callRooms.id)
  const never = sql<Date | null>`null::timestamptz`
  const { startedAt, provenUntil, endedAt, endedBy } = liveIntervals
  return unionAll(
    db
      .select({ fact: sql<string>`'together'`, startedAt, provenUntil, endedAt, endedBy })
      .from(liveIntervals)
      .where(eq(liveIntervals.roomId, roomId)),
    db
      .select({
        fact: sql<string>`${mediaAlone.side}`,
        ...{ startedAt: mediaAlone.startedAt, provenUntil: mediaAlone.provenUntil, endedAt: never },
        endedBy: sql<EndedBy | null>`null`,
      })
      .from(mediaAlone)
      .where(eq(mediaAlone.roomId, roomId)),
    db
      .select({
        fact: sql<string>`'buyer ended'`,
        startedAt: sql<Date>`${callRooms.buyerEndedAt}`,
        ...{ provenUntil: sql<Date>`${callRooms.buyerEndedAt}`, endedAt: never },
        endedBy: sql<EndedBy | null>`null`,
      })
      .from(callRooms)
      .where(and(eq(callRooms.id, roomId), isNotNull(callRooms.buyerEndedAt))),
  )
})

/** The intervals of a room, the stretches in which one side was alone in it, and when its buyer pressed End Call. */
export async function selectAttendance(db: DbOrTx, roomId: string) {
  const facts = await selectFacts(db, { roomId })
  const of = (wanted: string) => facts.filter(({ fact }) => fact === wanted)
  return {
    intervals: of('together'),
    alone: { buyer: of('buyer'), influencer: of('influencer') },
    buyerEndedAt: of('buyer ended')[0]?.startedAt ?? null,
  }
}
