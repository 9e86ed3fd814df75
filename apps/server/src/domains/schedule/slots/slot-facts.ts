import { type Availability, DAY_MS, MINUTE_MS, type Seconds } from '@parley/contract'
import { invariant } from '../../../core/invariant.ts'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import type { ScheduleDeps } from '../deps.ts'
import { startsWithin, type TakenTime, takenWithin } from '../store.ts'
import { firstStarts, type SlotFacts, type SlotRules } from './free-slots.ts'
import { dateOf, dayIn, type Span, startOfDay } from './window-edges.ts'

export function slotRules(hours: Availability): SlotRules {
  return {
    zone: hours.zone,
    weekly: hours.weekly,
    exceptions: new Map(hours.exceptions.map(({ date, windows }) => [date, windows])),
    step: hours.step,
    bufferBefore: hours.buffer_before,
    bufferAfter: hours.buffer_after,
    notice: hours.notice,
    horizonDays: hours.horizon_days,
    dailyLimit: hours.daily_limit,
  }
}

/** How much of the influencer's time a call of this length takes. */
export const slotLengthMs = (durationSeconds: Seconds, leewayMinutes: number): number =>
  durationSeconds * 1000 + leewayMinutes * MINUTE_MS

export interface SlotsQuery {
  personId: string
  hours: Availability
  lengthMs: number
  /** A request that gives up its own slot, which therefore blocks nothing, and neither does what is suggested to it. */
  notBlocking?: string | undefined
  /** A request that the daily limit does not count, with what is suggested to it: its call gets the slot. */
  notCounted?: string | undefined
}

/**
 * Reads everything that decides which slots of a person are free within a span, limited to the time that is on sale
 * now.
 */
export async function slotFacts(
  deps: ScheduleDeps,
  db: DbOrTx,
  { personId, hours, lengthMs, notBlocking, notCounted, within }: SlotsQuery & { within: Span },
): Promise<SlotFacts> {
  const now = deps.clock.now()
  const { from, until } = inTheWayOf(within, { hours, lengthMs, now })
  const rows = await takenWithin(db, personId, { from, until, now })
  const blocking = rows.filter(row => row.ofCall !== notBlocking)
  const counted = rows.filter(row => row.ofCall !== notCounted)
  const served = hours.daily_limit === null ? [] : await deps.servedStarts(db, { personId, from, until, now })
  return {
    rules: slotRules(hours),
    lengthMs,
    taken: blocking.map(row => ({ startMs: row.blockedFrom.getTime(), endMs: row.blockedUntil.getTime() })),
    soldOn: hours.daily_limit === null ? new Map() : countByDate(hours.zone, counted, served),
    nowMs: now.getTime(),
  }
}

/**
 * The same for the one slot that begins at a moment, at a cost that does not grow with the sales of its day;
 * `isKeyTaken`: whether something blocks it.
 */
export async function factsOfSlot(
  deps: ScheduleDeps,
  tx: Tx,
  { startMs, isTaken, ...query }: SlotsQuery & { startMs: number; now: Date; isTaken: boolean },
): Promise<SlotFacts> {
  const { hours, lengthMs, now } = query
  return {
    rules: slotRules(hours),
    lengthMs,
    taken: isTaken ? [{ startMs, endMs: startMs + lengthMs }] : [],
    soldOn: hours.daily_limit === null ? new Map() : await soldOnDayOf(deps, tx, { ...query, startMs }),
    nowMs: now.getTime(),
  }
}

/** How many slots are sold on the day of a moment. */
async function soldOnDayOf(
  deps: ScheduleDeps,
  tx: Tx,
  { personId, hours, notCounted, startMs, now }: SlotsQuery & { startMs: number; now: Date },
): Promise<Map<string, number>> {
  const day = dayIn(hours.zone, startMs)
  const [from, until] = [day, day + 1].map(each => new Date(startOfDay(each, hours.zone)))
  invariant(from && until, 'a day begins and ends')
  const span = { personId, from, until, now }
  const onDay = await startsWithin(tx, { ...span, notCounted })
  const served = await deps.servedStarts(tx, span)
  return new Map([[dateOf(day), onDay + served.length]])
}

/**
 * The span in which something may block a slot that begins within a given span: whatever touches it with its buffers
 * and, where a day has a limit, its whole first and last day. Each additional row costs time under the influencer's
 * lock.
 */
function inTheWayOf(
  { startMs, endMs }: Span,
  { hours, lengthMs, now }: Pick<SlotsQuery, 'hours' | 'lengthMs'> & { now: Date },
): { from: Date; until: Date } {
  const { zone, buffer_before: before, buffer_after: after, daily_limit: limit } = hours
  const firstMs = Math.max(startMs, now.getTime())
  const lastMs = Math.max(firstMs, Math.min(endMs, horizonMs(hours, now)))
  const fromMs = firstMs - before * MINUTE_MS
  const untilMs = lastMs + lengthMs + after * MINUTE_MS
  if (limit === null) return { from: new Date(fromMs), until: new Date(untilMs) }
  const dayBeginsMs = startOfDay(dayIn(zone, firstMs), zone)
  const dayEndsMs = startOfDay(dayIn(zone, lastMs) + 1, zone)
  return { from: new Date(Math.min(fromMs, dayBeginsMs)), until: new Date(Math.max(untilMs, dayEndsMs)) }
}

const horizonMs = (hours: Availability, now: Date) => now.getTime() + hours.horizon_days * DAY_MS + 1

/** How many days are searched at once for the next free slot, first near and then far; finally all that are left. */
const SEARCHED_DAYS = [7, 28]

/** The next free starts from now to the horizon, at most `count`. */
export async function nextStarts(
  deps: ScheduleDeps,
  db: DbOrTx,
  { count, ...query }: SlotsQuery & { count: number },
): Promise<number[]> {
  const now = deps.clock.now()
  const endMs = horizonMs(query.hours, now)
  const found: number[] = []
  let startMs = now.getTime()
  for (const days of [...SEARCHED_DAYS, Number.POSITIVE_INFINITY]) {
    if (startMs >= endMs || found.length >= count) break
    const within = { startMs, endMs: Math.min(startMs + days * DAY_MS, endMs) }
    const facts = await slotFacts(deps, db, { ...query, within })
    found.push(...firstStarts(facts, within, count - found.length))
    startMs = within.endMs
  }
  return found
}

/**
 * How many calls are sold on each date; the time of a call and those of a proposal for it are one call, whose buyer
 * keeps one of them.
 */
function countByDate(zone: string, rows: readonly TakenTime[], served: readonly Date[]): Map<string, number> {
  const dateAt = (start: Date) => dateOf(dayIn(zone, start.getTime()))
  const counts = new Map<string, number>()
  const count = (date: string) => counts.set(date, (counts.get(date) ?? 0) + 1)
  const calls = rows.filter(({ kind }) => kind !== 'event')
  const once = new Map(calls.map(({ ofCall, startsAt }) => [`${dateAt(startsAt)} ${ofCall}`, startsAt]))
  for (const start of [...once.values(), ...served]) count(dateAt(start))
  return counts
}
