import { minutesOf, type TimeWindow } from '@parley/contract'
import { Temporal } from 'temporal-polyfill'

/** A stretch of real time in epoch milliseconds, without its end. */
export interface Span {
  startMs: number
  endMs: number
}

const DAY_MINUTES = 24 * 60

/**
 * The moment of an edge of a window on one date. Where clocks go forward over it, both edges become the moment after the
 * gap; where they go back over it, `from` is the earlier and `to` the later of the two. `24:00` is the first moment of the
 * next date.
 */
function edgeMs(date: Temporal.PlainDate, edge: { time: string; side: 'from' | 'to' }, zone: string): number {
  const minutes = minutesOf(edge.time)
  if (minutes === DAY_MINUTES) return date.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
  const wall = date.toPlainDateTime({ hour: Math.floor(minutes / 60), minute: minutes % 60 })
  const moment = wall.toZonedDateTime(zone, { disambiguation: edge.side === 'from' ? 'earlier' : 'later' })
  if (moment.hour === wall.hour && moment.minute === wall.minute) return moment.epochMilliseconds
  const before = wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
  return before.getTimeZoneTransition('next')?.epochMilliseconds ?? moment.epochMilliseconds
}

/** A window of one date as real time; null where summer time leaves nothing of it. */
export function spanOf(date: Temporal.PlainDate, window: TimeWindow, zone: string): Span | null {
  const startMs = edgeMs(date, { time: window.from, side: 'from' }, zone)
  const endMs = edgeMs(date, { time: window.to, side: 'to' }, zone)
  return startMs < endMs ? { startMs, endMs } : null
}

/** The date of a moment in a zone. */
export const dateIn = (zone: string, ms: number): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate()

/** The first moment of a date in a zone. */
export const startOfDate = (date: string, zone: string): number =>
  Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds

/** The date that follows by so many days. */
export const daysAfter = (date: string, days: number): string =>
  Temporal.PlainDate.from(date).add({ days }).toString()
