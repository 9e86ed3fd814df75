import { AVAILABILITY_DEFAULTS, type Availability, type Seconds } from '@parley/contract'
import { and, asc, eq, gt, gte, inArray, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { anyOf } from '../../db/any-of.ts'
import { builtOnce, insertsInto, type ValueOf } from '../../db/built-once.ts'
import type { DbOrTx, Tx } from '../../db/client.ts'
import { isShownPerson, users } from '../accounts/public.ts'
import { isInfluencer, profiles, setBookingMode } from '../profiles/public.ts'
import { assertChecked, type CheckedHolds } from './holds-to-check.ts'
import { availability, availabilityExceptions, taken } from './tables.ts'

export type TakenRow = typeof taken.$inferSelect

/** Part of the query of the hours: each booking reads both under the lock of its influencer. */
const EXCEPTIONS = sql<Availability['exceptions']>`(
  select coalesce(json_agg(json_build_object('date', e.date, 'windows', e.windows) order by e.date), '[]')
  from availability_exceptions e where e.person_id = ${availability.personId})`

/** The request, proposal or event whose time something is: the times of a proposal are its call's. */
const ofCall = sql<string>`coalesce(${taken.callId}, ${taken.sourceId})`

/** No row has this id. */
const NO_SOURCE = '00000000-0000-0000-0000-000000000000'

const HOURS = { row: availability, mode: profiles.bookingMode, exceptions: EXCEPTIONS }

/** When a person can be booked; the defaults for a person who never saved hours. */
export async function availabilityOf(db: DbOrTx, personId: string): Promise<Availability> {
  const [found] = await selectHours(db, { personId })
  return hoursOf(found)
}

const selectHours = builtOnce((db, value: ValueOf<{ personId: string }>) =>
  db
    .select(HOURS)
    .from(availability)
    .innerJoin(profiles, eq(profiles.userId, availability.personId))
    .where(eq(availability.personId, value('personId', availability.personId))),
)

/** The offer and hours of an influencer, by username, in one statement: every visitor of a profile runs it. */
export async function findOffered(db: DbOrTx, username: string) {
  const [found] = await selectOffered(db, { username: username.toLowerCase() })
  if (!found) return null
  const { row, mode, exceptions, ...offer } = found
  return { ...offer, hours: hoursOf(row ? { row, mode, exceptions } : undefined) }
}

const selectOffered = builtOnce((db, value: ValueOf<{ username: string }>) =>
  db
    .select({
      owner: { id: users.id, publicProfile: isShownPerson, suspendedAt: users.suspendedAt },
      ...{ pricePence: profiles.pricePence, durationSeconds: profiles.durationSeconds },
      ...HOURS,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .leftJoin(availability, eq(availability.personId, users.id))
    .where(isInfluencer(value('username', users.username))),
)

/** A hold that has ended, and the time that it blocked. */

interface Span {
  from: Date
  until: Date
  now: Date
}

interface SlotWanted {
  personId: string
  startsAt: Date
  durationSeconds: Seconds
  /** The leeway with which a slot that moves was sold; null for the leeway of the hours. */
  leewayMinutes: number | null
  /** A request that gives up its own time, and what is suggested to it. */
  notBlocking: string | undefined
  now: Date
}

interface HoursForSlot {
  hours: Availability
  /** Whether something blocks the slot with its buffers. */
  isTaken: boolean
  /** Requests whose holds on it ended unpaid. */
  ended: readonly string[]
}

/**
 * The hours for a booking, and what is in the way of its slot, in one statement: it runs under the influencer's lock,
 * and a hold is either ended or in the way.
 */
export async function hoursForSlot(tx: Tx, wanted: SlotWanted): Promise<HoursForSlot> {
  const [found] = await selectHoursForSlot(tx, { ...wanted, notBlocking: wanted.notBlocking ?? NO_SOURCE })
  return {
    hours: hoursOf(found),
    isTaken: found?.near.is_taken ?? false,
    ended: found?.near.ended ?? [],
  }
}

const selectHoursForSlot = builtOnce((db, value: ValueOf<SlotWanted & { notBlocking: string }>) => {
  const { leewayMinutes, bufferBeforeMinutes, bufferAfterMinutes } = availability
  const start = sql`${value('startsAt', taken.startsAt)}::timestamptz`
  const now = sql`${value('now', taken.heldUntil)}::timestamptz`
  const leeway = sql`coalesce(${value('leewayMinutes', leewayMinutes)}::int, ${leewayMinutes})`
  const near = sql<{ is_taken: boolean; ended: string[] | null }>`(
    select json_build_object(
      'is_taken', coalesce(bool_or(held.held_until is null or held.held_until > ${now}), false),
      'ended', json_agg(held.source_id) filter (where held.held_until <= ${now}))
    from taken held
    where held.person_id = ${value('personId', taken.personId)}
      and held.blocked_until > ${start} - make_interval(mins => ${bufferBeforeMinutes})
      and held.blocked_from < ${start} + make_interval(
        secs => ${value('durationSeconds', bufferAfterMinutes)}::int, mins => ${leeway} + ${bufferAfterMinutes})
      and coalesce(held.call_id, held.source_id) <> ${value('notBlocking', taken.sourceId)})`
  return db
    .select({ ...HOURS, near })
    .from(availability)
    .innerJoin(profiles, eq(profiles.userId, availability.personId))
    .where(eq(availability.personId, value('personId', availability.personId)))
})

interface FoundHours {
  row: typeof availability.$inferSelect
  mode: Availability['mode']
  exceptions: Availability['exceptions']
}

function hoursOf(found: FoundHours | undefined): Availability {
  if (!found) return AVAILABILITY_DEFAULTS
  const { row, mode, exceptions } = found
  return {
    mode,
    zone: row.zone,
    weekly: row.weekly,
    exceptions,
    step: row.stepMinutes,
    leeway: row.leewayMinutes,
    buffer_before: row.bufferBeforeMinutes,
    buffer_after: row.bufferAfterMinutes,
    notice: row.noticeMinutes,
    move_until: row.moveUntilMinutes,
    horizon_days: row.horizonDays,
    daily_limit: row.dailyLimit,
    accept: row.accept,
    when_stale: row.whenStale,
    version: row.version,
  }
}

/**
 * The hours of those people who offer times without a daily limit, and what blocks them within a span, in one
 * statement.
 */
export async function hoursAndTakenOf(db: DbOrTx, personIds: readonly string[], { from, until, now }: Span) {
  if (personIds.length === 0) return []
  const at = (date: Date) => sql`${date.toISOString()}::timestamptz`
  const ms = (column: string) => sql.raw(`(extract(epoch from held.${column}) * 1000)::float8`)
  const blocked = sql<{ startMs: number; endMs: number }[]>`(
    select coalesce(json_agg(json_build_object(
      'startMs', ${ms('blocked_from')}, 'endMs', ${ms('blocked_until')})), '[]')
    from taken held
    where held.person_id = ${availability.personId}
      and held.blocked_until > ${at(from)} and held.blocked_from < ${at(until)}
      and (held.held_until is null or held.held_until > ${at(now)}))`
  const rows = await db
    .select({ ...HOURS, blocked })
    .from(availability)
    .innerJoin(profiles, eq(profiles.userId, availability.personId))
    .where(
      and(
        anyOf(availability.personId, personIds),
        ne(profiles.bookingMode, 'off'),
        isNull(availability.dailyLimit),
      ),
    )
  return rows.map(({ blocked: taken, ...found }) => ({
    personId: found.row.personId,
    hours: hoursOf(found),
    taken,
  }))
}

/** Writes all hours, under the lock of the person's profile. */
export async function writeAvailability(
  tx: Tx,
  personId: string,
  { hours, now }: { hours: Availability; now: Date },
): Promise<void> {
  const row = {
    personId,
    zone: hours.zone,
    weekly: hours.weekly,
    stepMinutes: hours.step,
    leewayMinutes: hours.leeway,
    bufferBeforeMinutes: hours.buffer_before,
    bufferAfterMinutes: hours.buffer_after,
    noticeMinutes: hours.notice,
    moveUntilMinutes: hours.move_until,
    horizonDays: hours.horizon_days,
    dailyLimit: hours.daily_limit,
    accept: hours.accept,
    whenStale: hours.when_stale,
    version: hours.version,
    updatedAt: now,
  }
  await setBookingMode(tx, { userId: personId, mode: hours.mode, now })
  await tx.insert(availability).values(row).onConflictDoUpdate({ target: availability.personId, set: row })
  await tx.delete(availabilityExceptions).where(eq(availabilityExceptions.personId, personId))
  if (hours.exceptions.length === 0) return
  await tx.insert(availabilityExceptions).values(hours.exceptions.map(each => ({ ...each, personId })))
}

/** An occupied part of a person's time, as far as it blocks another. */
export type TakenTime = Pick<
  TakenRow,
  'sourceId' | 'kind' | 'startsAt' | 'endsAt' | 'blockedFrom' | 'blockedUntil' | 'mayOverlap'
> & { ofCall: string }

/**
 * The occupied parts of a person's time within a span at a moment, buffers included; a hold that has ended blocks
 * nothing.
 */
export const takenWithin = (db: DbOrTx, personId: string, { from, until, now }: Span): Promise<TakenTime[]> =>
  selectTaken(db, { personId, from, until, now })

const selectTaken = builtOnce((db, value: ValueOf<Span & { personId: string }>) =>
  db
    .select({
      ...{ sourceId: taken.sourceId, ofCall, kind: taken.kind },
      ...{ startsAt: taken.startsAt, endsAt: taken.endsAt },
      ...{ blockedFrom: taken.blockedFrom, blockedUntil: taken.blockedUntil, mayOverlap: taken.mayOverlap },
    })
    .from(taken)
    .where(
      and(
        eq(taken.personId, value('personId', taken.personId)),
        gt(taken.blockedUntil, value('from', taken.blockedUntil)),
        lt(taken.blockedFrom, value('until', taken.blockedFrom)),
        or(isNull(taken.heldUntil), gt(taken.heldUntil, value('now', taken.heldUntil))),
      ),
    )
    .orderBy(asc(taken.startsAt)),
)

/** The slot that a request has with a person; undefined where it has none. */
export async function slotTakenBy(db: DbOrTx, requestId: string, personId: string) {
  const { sourceId, kind, startsAt, endsAt } = taken
  const isIts = and(eq(sourceId, requestId), eq(taken.personId, personId), eq(kind, 'slot'))
  const [found] = await db.select({ sourceId, startsAt, endsAt }).from(taken).where(isIts)
  return found
}

/** The slots and windows of a person that reach into one of some spans, each once, in order of time. */
export function callsWithin(
  db: DbOrTx,
  personId: string,
  spans: readonly { startsAt: Date; endsAt: Date }[],
): Promise<Pick<TakenRow, 'sourceId' | 'startsAt' | 'endsAt'>[]> {
  const { sourceId, startsAt, endsAt, blockedFrom, blockedUntil } = taken
  const moments = (of: 'startsAt' | 'endsAt') =>
    sql`${sql.param(spans.map(span => span[of].toISOString()))}::timestamptz[]`
  return db
    .selectDistinct({ sourceId, startsAt, endsAt })
    .from(sql`unnest(${moments('startsAt')}, ${moments('endsAt')}) as span(begins, ends)`)
    .innerJoin(
      taken,
      and(
        eq(taken.personId, personId),
        inArray(taken.kind, ['slot', 'window']),
        // The expression of the exclusion constraint, so that its index is used.
        sql`not ${taken.mayOverlap} and tstzrange(${blockedFrom}, ${blockedUntil}) && tstzrange(span.begins, span.ends)`,
        sql`${startsAt} < span.ends and ${endsAt} > span.begins`,
      ),
    )
    .orderBy(asc(startsAt))
}

/**
 * How many calls of a person begin within a span, but for one of them: a number, because it runs under the person's
 * lock. The time of a call and those of a proposal for it are one call.
 */
export async function startsWithin(
  tx: Tx,
  span: Span & { personId: string; notCounted: string | undefined },
): Promise<number> {
  const [found] = await countStarts(tx, { ...span, notCounted: span.notCounted ?? NO_SOURCE })
  return found?.starts ?? 0
}

const countStarts = builtOnce((db, value: ValueOf<Span & { personId: string; notCounted: string }>) => {
  const { blockedUntil, startsAt, heldUntil } = taken
  return db
    .select({ starts: sql<number>`count(distinct ${ofCall})::int` })
    .from(taken)
    .where(
      and(
        eq(taken.personId, value('personId', taken.personId)),
        // Every slot that begins in the span blocks something of it: the index finds it.
        gt(blockedUntil, value('from', blockedUntil)),
        gte(startsAt, value('from', startsAt)),
        lt(startsAt, value('until', startsAt)),
        ne(taken.kind, 'event'),
        ne(ofCall, value('notCounted', taken.sourceId)),
        or(isNull(heldUntil), gt(heldUntil, value('now', heldUntil))),
      ),
    )
})

/**
 * Removes ended holds from the time that is about to be taken, under the person's lock; keeps all others. Their buyers
 * may have paid in time while the provider's answer is late: if the provider was not asked about one of them, this
 * throws `HoldsToCheck` and removes nothing.
 */
export async function dropEndedHolds(
  tx: Tx,
  personId: string,
  { from, until, now, checked }: Span & { checked: CheckedHolds },
): Promise<void> {
  const touches = and(gt(taken.blockedUntil, from), lt(taken.blockedFrom, until))
  const dropped = await tx
    .delete(taken)
    .where(and(eq(taken.personId, personId), touches, lte(taken.heldUntil, now)))
    .returning({ id: taken.sourceId })
  assertChecked(
    dropped.map(({ id }) => id),
    checked,
  )
}

/** The same for holds that were found ended under this lock: deletes their rows. */
export async function dropHolds(tx: Tx, ids: readonly string[], checked: CheckedHolds): Promise<void> {
  if (ids.length === 0) return
  assertChecked(ids, checked)
  await tx.delete(taken).where(inArray(taken.sourceId, [...ids]))
}

/** Extends the hold of a request's window to another moment; false when the time is not held any more. */
export async function keepTaken(tx: Tx, sourceId: string, heldUntil: Date | null): Promise<boolean> {
  const kept = await tx
    .update(taken)
    .set({ heldUntil })
    .where(and(eq(taken.sourceId, sourceId), eq(taken.kind, 'window')))
    .returning({ id: taken.sourceId })
  return kept.length > 0
}

/** SQL for a query of requests: until when the window of a request is held; null where none is. */
export const holdUntilOf = (requestId: SQL, now: SQL): SQL<Date | null> =>
  sql<Date | null>`(
    select max(held.held_until) from taken held where held.source_id = ${requestId} and held.held_until > ${now}
  )`.mapWith(taken.heldUntil)

/** Until when the windows of some requests are held, of those that still are. */
export async function holdsOf(
  db: DbOrTx,
  sourceIds: readonly string[],
  now: Date,
): Promise<Map<string, Date>> {
  if (sourceIds.length === 0) return new Map()
  const rows = await db
    .select({ id: taken.sourceId, until: taken.heldUntil })
    .from(taken)
    .where(and(inArray(taken.sourceId, [...sourceIds]), gt(taken.heldUntil, now)))
  return new Map(rows.flatMap(({ id, until }) => (until ? [[id, until] as const] : [])))
}

const insertRow = insertsInto(taken, insert => insert)

export async function insertTaken(
  tx: Tx,
  row: Omit<TakenRow, 'mayOverlap' | 'callId'> & Partial<Pick<TakenRow, 'mayOverlap' | 'callId'>>,
): Promise<void> {
  await insertRow(tx, row)
}

/** Gives one time from a source to another, as it is; false when the source does not have it. */
export async function giveTaken(
  tx: Tx,
  { from, startsAt, to, kind }: { from: string; startsAt: Date; to: string; kind: TakenRow['kind'] },
): Promise<boolean> {
  const given = await tx
    .update(taken)
    .set({ sourceId: to, kind, callId: null })
    .where(and(eq(taken.sourceId, from), eq(taken.startsAt, startsAt)))
    .returning({ id: taken.sourceId })
  return given.length > 0
}

/** Frees the time of a request, a proposal or an event. */
export async function deleteTaken(tx: Tx, sourceId: string): Promise<void> {
  await tx.delete(taken).where(eq(taken.sourceId, sourceId))
}

/** Deletes the hours of a person who deletes their account. */
export async function deleteAvailability(tx: Tx, personId: string): Promise<void> {
  await tx.delete(availabilityExceptions).where(eq(availabilityExceptions.personId, personId))
  await tx.delete(availability).where(eq(availability.personId, personId))
}
