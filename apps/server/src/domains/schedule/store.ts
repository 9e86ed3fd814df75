import { AVAILABILITY_DEFAULTS, type Availability } from '@parley/contract'
import { and, asc, eq, gt, gte, inArray, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { builtOnce, insertsInto, type ValueOf } from '../../db/built-once.ts'
import type { DbOrTx, Tx } from '../../db/client.ts'
import { isShownPerson, users } from '../accounts/public.ts'
import { isInfluencer, profiles, setBookingMode } from '../profiles/public.ts'
import { availability, availabilityExceptions, taken } from './tables.ts'
import { type AskedAbout, assertAsked } from './taking-time.ts'

export type TakenRow = typeof taken.$inferSelect

/** Part of the query of the hours: each booking reads both under the lock of its influencer. */
const EXCEPTIONS = sql<Availability['exceptions']>`(
  select coalesce(json_agg(json_build_object('date', e.date, 'windows', e.windows) order by e.date), '[]')
  from availability_exceptions e where e.person_id = ${availability.personId})`

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
interface EndedHold {
  id: string
  blockedFrom: Date
  blockedUntil: Date
}

interface Span {
  from: Date
  until: Date
  now: Date
}

/** The same for a booking within a span, under the influencer's lock: in one statement with the ended holds there. */
export async function hoursAndEndedHolds(
  tx: Tx,
  { personId, ...span }: Span & { personId: string },
): Promise<{ hours: Availability; ended: EndedHold[] }> {
  const [found] = await selectHoursAndEnded(tx, { personId, ...span })
  const ended = (found?.ended ?? []).map(({ id, from, until }) => ({
    id,
    blockedFrom: new Date(from),
    blockedUntil: new Date(until),
  }))
  return { hours: hoursOf(found), ended }
}

const selectHoursAndEnded = builtOnce((db, value: ValueOf<Span & { personId: string }>) => {
  const ended = sql<{ id: string; from: string; until: string }[] | null>`(
    select json_agg(json_build_object('id', held.source_id, 'from', held.blocked_from, 'until', held.blocked_until))
    from taken held
    where held.person_id = ${value('personId', taken.personId)}
      and held.blocked_until > ${value('from', taken.blockedUntil)}
      and held.blocked_from < ${value('until', taken.blockedFrom)}
      and held.held_until <= ${value('now', taken.heldUntil)})`
  return db
    .select({ ...HOURS, ended })
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
  'sourceId' | 'kind' | 'startsAt' | 'endsAt' | 'blockedFrom' | 'blockedUntil'
>

/**
 * The occupied parts of a person's time within a span at a moment, buffers included; a hold that has ended blocks
 * nothing.
 */
export const takenWithin = (db: DbOrTx, personId: string, { from, until, now }: Span): Promise<TakenTime[]> =>
  selectTaken(db, { personId, from, until, now })

const selectTaken = builtOnce((db, value: ValueOf<Span & { personId: string }>) =>
  db
    .select({
      ...{ sourceId: taken.sourceId, kind: taken.kind, startsAt: taken.startsAt, endsAt: taken.endsAt },
      ...{ blockedFrom: taken.blockedFrom, blockedUntil: taken.blockedUntil },
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

/** No row has this id. */
const NO_SOURCE = '00000000-0000-0000-0000-000000000000'

interface OneTime {
  personId: string
  /** The slot with its buffers. */
  from: Date
  until: Date
  /** The span in which starts are counted. */
  dayBegins: Date
  dayEnds: Date
  /** A request that gives up its own time. */
  leavingOut: string | undefined
  now: Date
}

/**
 * What blocks one slot: whether an occupied time touches it, and how many slots begin on its day. The answer is two
 * numbers, however much of the day is sold, because this runs under the person's lock.
 */
export async function takenAround(
  tx: Tx,
  { leavingOut = NO_SOURCE, ...time }: OneTime,
): Promise<{ isTaken: boolean; onDay: number }> {
  const first = time.from < time.dayBegins ? time.from : time.dayBegins
  const last = time.until > time.dayEnds ? time.until : time.dayEnds
  const [found] = await countAround(tx, { ...time, first, last, leavingOut })
  return { isTaken: (found?.inTheWay ?? 0) > 0, onDay: found?.onDay ?? 0 }
}

type Around = Omit<OneTime, 'leavingOut'> & { leavingOut: string; first: Date; last: Date }

const countAround = builtOnce((db, value: ValueOf<Around>) => {
  const { blockedFrom, blockedUntil, startsAt, heldUntil } = taken
  const touches = and(
    gt(blockedUntil, value('from', blockedUntil)),
    lt(blockedFrom, value('until', blockedFrom)),
  )
  const begins = and(gte(startsAt, value('dayBegins', startsAt)), lt(startsAt, value('dayEnds', startsAt)))
  return db
    .select({
      inTheWay: sql<number>`count(*) filter (where ${touches})::int`,
      onDay: sql<number>`count(*) filter (where ${taken.kind} <> 'event' and ${begins})::int`,
    })
    .from(taken)
    .where(
      and(
        eq(taken.personId, value('personId', taken.personId)),
        gt(blockedUntil, value('first', blockedUntil)),
        lt(blockedFrom, value('last', blockedFrom)),
        ne(taken.sourceId, value('leavingOut', taken.sourceId)),
        or(isNull(heldUntil), gt(heldUntil, value('now', heldUntil))),
      ),
    )
})

/**
 * Removes ended holds from the time that is about to be taken, under the person's lock; keeps all others. Their buyers
 * may have paid in time while the provider's answer is late: if the provider was not asked about one of them, this
 * throws `HoldsToAskAbout` and removes nothing.
 */
export async function dropEndedHolds(
  tx: Tx,
  personId: string,
  { from, until, now, asked }: Span & { asked: AskedAbout },
): Promise<void> {
  const touches = and(gt(taken.blockedUntil, from), lt(taken.blockedFrom, until))
  const dropped = await tx
    .delete(taken)
    .where(and(eq(taken.personId, personId), touches, lte(taken.heldUntil, now)))
    .returning({ id: taken.sourceId })
  assertAsked(
    dropped.map(({ id }) => id),
    asked,
  )
}

/** The same for holds that were found ended under this lock: deletes their rows. */
export async function dropHolds(tx: Tx, ids: readonly string[], asked: AskedAbout): Promise<void> {
  if (ids.length === 0) return
  assertAsked(ids, asked)
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

export async function insertTaken(tx: Tx, row: Omit<TakenRow, 'mayOverlap'>): Promise<void> {
  await insertRow(tx, row)
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
