import { type Availability, MINUTE_MS, type Seconds } from '@parley/contract'
import { dayIn, startOfDay } from './window-edges.ts'

export interface Between {
  from: Date
  until: Date
}

/**
 * A span around a time: every other time that, together with this one, blocks a third one reaches into it. Attack: a
 * fan holds in turn two slots that can both be sold, and so blocks the slot between them for ever.
 */
export interface Nearby extends Between {
  /** The same without the limit of a date, for which several slots are needed. */
  inTime: Between
}

type Hours = Pick<Availability, 'mode' | 'zone' | 'leeway' | 'buffer_before' | 'buffer_after' | 'daily_limit'>

export function nearbyOf(
  hours: Hours,
  { startsAt, endsAt, durationSeconds }: { startsAt: Date; endsAt: Date; durationSeconds: Seconds },
): Nearby {
  // Between two times there are the buffer after the first and the buffer before the second.
  const apartMs = (hours.buffer_before + hours.buffer_after) * MINUTE_MS
  const reachMs = apartMs + longestMs(durationSeconds, hours.leeway)
  const fromMs = startsAt.getTime() - reachMs
  const untilMs = endsAt.getTime() + reachMs
  const inTime = between(fromMs - apartMs, untilMs + apartMs)
  if (hours.mode === 'off' || hours.daily_limit === null) return { ...inTime, inTime }
  // Where a date has a limit, one slot can block all others of its date.
  const { zone } = hours
  const firstMs = startOfDay(dayIn(zone, fromMs), zone)
  const lastMs = startOfDay(dayIn(zone, untilMs) + 1, zone)
  return { ...between(firstMs - reachMs - apartMs, lastMs + reachMs + apartMs), inTime }
}

const between = (fromMs: number, untilMs: number): Between => ({
  from: new Date(fromMs),
  until: new Date(untilMs),
})

/** The longest time that a slot of this length with its leeway, or a window in which two calls do not fit, occupies. */
const longestMs = (durationSeconds: Seconds, leewayMinutes: number): number =>
  Math.max(durationSeconds * 1000 + leewayMinutes * MINUTE_MS, 2 * durationSeconds * 1000)

/** Whether a time, together with another, may block a third one. */
export function isNear(
  { startsAt, endsAt }: { startsAt: Date | null; endsAt: Date | null },
  { from, until }: Between,
): boolean {
  return startsAt !== null && endsAt !== null && startsAt < until && endsAt > from
}
