import type { Calendar } from '@parley/contract'

/** A line of an influencer's day: a sold call, an event, suggested slots, or a gap. */
export interface CalendarLine {
  kind: 'slot' | 'event' | 'proposal' | 'gap'
  start: Date
  end: Date
  /** Of the request or event; null for a gap. */
  slug: string | null
}

export interface CalendarDay {
  /** Its first moment in this device's zone. */
  start: Date
  lines: CalendarLine[]
}

/** The shortest gap with a line of its own. */
const GAP_MIN_MS = 5 * 60_000

/**
 * The first moment of a day in this device's zone, so many days after a moment; days of 23 and 25 hours count as one
 * day.
 */
export const dayStart = (at: Date, daysOn: number): Date =>
  // Not from the first moment of another day: where the clocks go forward at midnight that is one o'clock.
  new Date(at.getFullYear(), at.getMonth(), at.getDate() + daysOn)

/** Occupied times with the gaps between, grouped by day: a call over midnight is in both of its days. */
export function daysOf(taken: Calendar['taken'], from: Date, count: number): CalendarDay[] {
  const lines = taken
    .map(each => ({ ...each, start: new Date(each.start), end: new Date(each.end) }))
    .toSorted((a, b) => a.start.getTime() - b.start.getTime())
  return Array.from({ length: count }, (_, i) => {
    const [start, end] = [dayStart(from, i), dayStart(from, i + 1)]
    return {
      start,
      lines: withGaps(lines.filter(line => line.start < end && (line.end > start || line.start >= start))),
    }
  })
}

function withGaps(lines: readonly CalendarLine[]): CalendarLine[] {
  const shown: CalendarLine[] = []
  for (const line of lines) {
    const before = shown.at(-1)
    if (before && line.start.getTime() - before.end.getTime() >= GAP_MIN_MS)
      shown.push({ kind: 'gap', start: before.end, end: line.start, slug: null })
    shown.push(line)
  }
  return shown
}
