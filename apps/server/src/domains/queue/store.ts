import { QUEUE_ORDER_STANDS_MS } from '@parley/contract'
import { and, asc, eq, getTableColumns, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { builtOnce, later, type Moment, type ValueOf } from '../../db/built-once.ts'
import type { Db, DbOrTx, Tx } from '../../db/client.ts'
import { liveEvents } from '../live-events/public.ts'
import { HOST_ABSENT_AFTER_MS, type Queue, type Turn } from './machine/queue.ts'
import { queues, queueTurns } from './tables.ts'

export type EventRow = typeof liveEvents.$inferSelect

const msOf = (at: Date | null) => at?.getTime() ?? null
const at = (ms: number | null) => (ms === null ? null : new Date(ms))

/** What of a queue its event says. */
export const termsOf = (event: EventRow): Pick<Queue, 'turnMs' | 'startsMs' | 'absent' | 'openedMs'> => ({
  turnMs: event.durationSeconds * 1000,
  startsMs: event.startsAt?.getTime() ?? 0,
  absent: event.absent,
  openedMs: msOf(event.begunAt),
})

/** Whether the order of an event's line stands. */
export const hasQueue = async (db: DbOrTx, eventId: string): Promise<boolean> =>
  (await db.$count(queues, eq(queues.eventId, eventId))) > 0

const selectLine = builtOnce((db, value: ValueOf<{ eventId: string }>) =>
  db
    .select({ queue: queues, turn: queueTurns })
    .from(queues)
    .leftJoin(queueTurns, eq(queueTurns.eventId, queues.eventId))
    .where(eq(queues.eventId, value('eventId', queues.eventId)))
    .orderBy(asc(queueTurns.number)),
)

/** A queue whose order stands; null before. */
export async function loadQueue(db: DbOrTx, event: EventRow): Promise<Queue | null> {
  const rows = await selectLine(db, { eventId: event.id })
  const row = rows[0]?.queue
  if (!row) return null
  const turns = rows.flatMap(({ turn }) => turn ?? [])
  return {
    ...termsOf(event),
    state: row.state,
    version: row.version,
    pausedMs: msOf(row.pausedAt),
    pausedBy: row.pausedBy,
    pausedBeforeMs: row.pausedMs,
    hostGoneMs: msOf(row.hostGoneAt),
    idleMs: msOf(row.idleAt),
    handedMs: msOf(row.handedAt),
    note: row.note && row.notedAt && { says: row.note, atMs: row.notedAt.getTime() },
    changeoversMs: row.changeoversMs,
    turns: turns.map(turn => ({
      place: turn.requestId,
      number: turn.number,
      position: turn.position,
      state: turn.state,
      readyMs: msOf(turn.readyAt),
      missed: turn.missed,
      calledMs: msOf(turn.calledAt),
      aloneMs: msOf(turn.aloneAt),
      awayMs: turn.awayMs,
      passed: turn.isPassed,
      announcedUntilMs: msOf(turn.announcedUntil),
      usedMs: turn.usedMs,
      isRest: turn.isRest,
      why: turn.why,
    })),
  }
}

/** Writes a queue and those of its turns that changed; the caller holds the lock of the event's row. */
export async function saveQueue(
  tx: Tx,
  eventId: string,
  change: { before: Queue | null; after: Queue },
): Promise<void> {
  const { before, after } = change
  const row = queueRow(eventId, after)
  // Each process looks at each line every second, and mostly finds nothing to write.
  if (!before || JSON.stringify(queueRow(eventId, before)) !== JSON.stringify(row))
    await tx.insert(queues).values(row).onConflictDoUpdate({ target: queues.eventId, set: row })
  const known = new Map(before?.turns.map(turn => [turn.place, turn]))
  const changed = after.turns.filter(turn => !isSame(known.get(turn.place), turn))
  await writeTurns(
    tx,
    changed.map(turn => rowOf(eventId, turn)),
  )
}

const queueRow = (eventId: string, queue: Queue): typeof queues.$inferInsert => ({
  eventId,
  state: queue.state,
  version: queue.version,
  pausedAt: at(queue.pausedMs),
  pausedBy: queue.pausedBy,
  pausedMs: Math.round(queue.pausedBeforeMs),
  hostGoneAt: at(queue.hostGoneMs),
  idleAt: at(queue.idleMs),
  handedAt: at(queue.handedMs),
  note: queue.note?.says ?? null,
  notedAt: at(queue.note?.atMs ?? null),
  changeoversMs: queue.changeoversMs.map(Math.round),
})

const TURN_COLUMNS = Object.entries(getTableColumns(queueTurns)).map(([field, { name }]) => ({ field, name }))
const AS_GIVEN = sql.join(
  TURN_COLUMNS.map(({ name }) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`),
  sql`, `,
)

/**
 * One statement, and the same text for any number of turns: everybody in the line waits for it behind the event's
 * lock.
 */
async function writeTurns(tx: Tx, rows: readonly (typeof queueTurns.$inferInsert)[]): Promise<void> {
  if (rows.length === 0) return
  const stored = rows.map(row => {
    const values = new Map<string, unknown>(Object.entries(row))
    return Object.fromEntries(TURN_COLUMNS.map(({ field, name }) => [name, values.get(field) ?? null]))
  })
  await tx.execute(sql`
    insert into ${queueTurns} select * from jsonb_populate_recordset(null::queue_turns, ${JSON.stringify(stored)}::jsonb)
    on conflict (request_id) do update set ${AS_GIVEN}`)
}

const isSame = (one: Turn | undefined, other: Turn) =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

const rowOf = (eventId: string, turn: Turn): typeof queueTurns.$inferInsert => ({
  requestId: turn.place,
  eventId,
  number: turn.number,
  position: turn.position,
  state: turn.state,
  readyAt: at(turn.readyMs),
  missed: turn.missed,
  calledAt: at(turn.calledMs),
  aloneAt: at(turn.aloneMs),
  awayMs: Math.round(turn.awayMs),
  isPassed: turn.passed,
  announcedUntil: at(turn.announcedUntilMs),
  usedMs: Math.round(turn.usedMs),
  isRest: turn.isRest,
  why: turn.why,
})

/**
 * Forgets a line that nobody has a place in, so that it stands again; the caller holds the lock of the event's row.
 */
export async function dropLine(tx: Tx, eventId: string): Promise<void> {
  await tx.delete(queueTurns).where(eq(queueTurns.eventId, eventId))
  await tx.delete(queues).where(eq(queues.eventId, eventId))
}

export async function selectTurn(db: DbOrTx, placeId: string) {
  const [turn] = await db.select().from(queueTurns).where(eq(queueTurns.requestId, placeId))
  return turn ?? null
}

/** The places of a line whose order stands, by their numbers. */
export async function listTurns(db: DbOrTx, eventId: string): Promise<string[]> {
  const rows = await db
    .select({ place: queueTurns.requestId })
    .from(queueTurns)
    .where(eq(queueTurns.eventId, eventId))
    .orderBy(asc(queueTurns.number))
  return rows.map(({ place }) => place)
}

/** The turn of an event that continues, or whose holder is called. */
export async function selectCurrent(db: DbOrTx, eventId: string) {
  const isCurrent = inArray(queueTurns.state, ['called', 'in_turn'])
  const [turn] = await db
    .select()
    .from(queueTurns)
    .where(and(eq(queueTurns.eventId, eventId), isCurrent))
  return turn ?? null
}

/** The places that are called next, as far as they are ready. */
export async function listReady(
  db: Db,
  { eventId, since, atMost }: { eventId: string; since: Date; atMost: number },
): Promise<string[]> {
  const isReady = and(eq(queueTurns.state, 'waiting'), gt(queueTurns.readyAt, since))
  const rows = await db
    .select({ place: queueTurns.requestId })
    .from(queueTurns)
    .where(and(eq(queueTurns.eventId, eventId), isReady))
    .orderBy(asc(queueTurns.position))
    .limit(atMost)
  return rows.map(({ place }) => place)
}

/** Events whose order is to stand by now and does not yet. */
export const eventsToStand = (db: DbOrTx, now: Moment) =>
  db
    .select({ id: liveEvents.id })
    .from(liveEvents)
    .leftJoin(queues, eq(queues.eventId, liveEvents.id))
    .where(
      and(
        eq(liveEvents.format, 'queue'),
        inArray(liveEvents.state, ['scheduled', 'live']),
        lte(liveEvents.startsAt, later(now, QUEUE_ORDER_STANDS_MS)),
        isNull(queues.eventId),
      ),
    )

/** Queues to which time may do something: open ones, those that nobody opened, and those whose event is over. */
export function tickingQueues(db: DbOrTx, now: Moment) {
  const isAbsent = lte(liveEvents.startsAt, later(now, -HOST_ABSENT_AFTER_MS))
  const isEventOver = sql`${liveEvents.state} in ('ended', 'cancelled')`
  return db
    .select({ eventId: queues.eventId, ownerId: liveEvents.influencerId })
    .from(queues)
    .innerJoin(liveEvents, eq(liveEvents.id, queues.eventId))
    .where(
      and(
        eq(liveEvents.format, 'queue'),
        ne(queues.state, 'ended'),
        or(inArray(queues.state, ['running', 'paused']), isAbsent, isEventOver),
      ),
    )
}
