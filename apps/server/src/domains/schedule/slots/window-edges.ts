import { DAY_MS, MINUTE_MS, minutesOf, type TimeWindow } from '@parley/contract'
import { Temporal } from 'temporal-polyfill'

/** A span of real time in epoch milliseconds; the end is exclusive. */
export interface Span {
  startMs: number
  endMs: number
}

/** A span in which the clocks of a zone do not change, and their offset from UTC. */
interface QuietSpan extends Span {
  offsetMs: number
}

/** No clock change skips or repeats as much as this. */
const MARGIN_MS = 2 * DAY_MS
/** Attack: requests with ever new spellings of a zone's name, or dates in ever new centuries, fill the cache. */
const ZONES_KEPT = 1_000
const SPANS_KEPT = 16
const quietSpans = new Map<string, QuietSpan[]>()

/**
 * The span around a moment without a clock change: one read of the time zone database serves half a year, and the rest
 * is arithmetic.
 */
function quietSpanAt(zone: string, ms: number): QuietSpan {
  const known = quietSpans.get(zone) ?? []
  const found = known.find(span => span.startMs <= ms && ms < span.endMs)
  if (found) return found
  const moment = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)
  // At the moment of a clock change, the span before has another offset.
  const last = moment.add({ milliseconds: 1 }).getTimeZoneTransition('previous')
  const span: QuietSpan = {
    startMs: last?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    endMs: moment.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offsetMs: moment.offsetNanoseconds / 1e6,
  }
  if (!quietSpans.has(zone) && quietSpans.size >= ZONES_KEPT) quietSpans.clear()
  quietSpans.set(zone, [...(known.length < SPANS_KEPT ? known : []), span])
  return span
}

/** The moment of a wall time without a clock change near it; null otherwise. */
function quietMoment(zone: string, wallMs: number): number | null {
  const span = quietSpanAt(zone, wallMs)
  const ms = wallMs - span.offsetMs
  return ms >= span.startMs + MARGIN_MS && ms < span.endMs - MARGIN_MS ? ms : null
}

/**
 * The moment of an edge of a window on one date. Where clocks go forward over it, both edges become the moment after
 * the gap; where they go back over it, `from` is the earlier and `to` the later of the two. `24:00` is the first moment
 * of the next date.
 */
function edgeMs(day: number, edge: { time: string; side: 'from' | 'to' }, zone: string): number {
  const minutes = minutesOf(edge.time)
  const quiet = quietMoment(zone, day * DAY_MS + minutes * MINUTE_MS)
  if (quiet !== null) return quiet
  if (minutes * MINUTE_MS === DAY_MS) return startOfDay(day + 1, zone)
  const wall = plainDate(day).toPlainDateTime({ hour: Math.floor(minutes / 60), minute: minutes % 60 })
  const moment = wall.toZonedDateTime(zone, { disambiguation: edge.side === 'from' ? 'earlier' : 'later' })
  if (moment.hour === wall.hour && moment.minute === wall.minute) return moment.epochMilliseconds
  const before = wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
  return before.getTimeZoneTransition('next')?.epochMilliseconds ?? moment.epochMilliseconds
}

/** A window of one day as real time; null where the clock change skips it. */
export function spanOf(day: number, window: TimeWindow, zone: string): Span | null {
  const startMs = edgeMs(day, { time: window.from, side: 'from' }, zone)
  const endMs = edgeMs(day, { time: window.to, side: 'to' }, zone)
  return startMs < endMs ? { startMs, endMs } : null
}

const plainDate = (day: number) => Temporal.PlainDate.from('1970-01-01').add({ days: day })

/** The day of a moment in a zone, as days since 1970-01-01. */
export const dayIn = (zone: string, ms: number): number =>
  Math.floor((ms + quietSpanAt(zone, ms).offsetMs) / DAY_MS)

/** The first moment of a day in a zone. */
export const startOfDay = (day: number, zone: string): number =>
  quietMoment(zone, day * DAY_MS) ?? plainDate(day).toZonedDateTime(zone).epochMilliseconds

const DATES_KEPT = 2_000
const dates = new Map<number, string>()

/** A day as its ISO date, cached because the same few hundred days are used repeatedly. */
export function dateOf(day: number): string {
  const known = dates.get(day)
  if (known) return known
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10)
  if (dates.size >= DATES_KEPT) dates.clear()
  dates.set(day, date)
  return date
}

export const dayOf = (date: string): number => Date.parse(`${date}T00:00Z`) / DAY_MS
