import { type Availability, MINUTE_MS } from '@parley/contract'
import { dayIn, startOfDay } from './window-edges.ts'

export interface Between {
  from: Date
  until: Date
}

/**
 * A stretch around a time, so wide that whatever else keeps some time from being sold that this one keeps from being sold,
 * too, reaches into it. Attack: holding in turn two times that can both be sold, and with them for ever the one between.
 */
export interface Nearby extends Between {
  /** The same without the limit of a date, which needs several to sell it out. */
  inTime: Between
}

type Hours = Pick<Availability, 'mode' | 'zone' | 'leeway' | 'buffer_before' | 'buffer_after' | 'daily_limit'>

export function nearbyOf(
  hours: Hours,
  { startsAt, endsAt, durationSeconds }: { startsAt: Date; endsAt: Date; durationSeconds: number },
): Nearby {
  // Of two times, one has to end and the other to begin with its own buffer.
  const apartMs = (hours.buffer_before + hours.buffer_after) * MINUTE_MS
  const reachMs = apartMs + longestMs(durationSeconds, hours.leeway)
  const fromMs = startsAt.getTime() - reachMs
  const untilMs = endsAt.getTime() + reachMs
  const inTime = between(fromMs - apartMs, untilMs + apartMs)
  if (hours.mode === 'off' || hours.daily_limit === null) return { ...inTime, inTime }
  // Where a date has a limit, one time keeps all others of its date from being sold.
  const { zone } = hours
  const firstMs = startOfDay(dayIn(zone, fromMs), zone)
  const lastMs = startOfDay(dayIn(zone, untilMs) + 1, zone)
  return { ...between(firstMs - reachMs - apartMs, lastMs + reachMs + apartMs), inTime }
}

const between = (fromMs: number, untilMs: number): Between => ({
  from: new Date(fromMs),
  until: new Date(untilMs),
})

/** What any time of this length takes: a slot with its leeway, or a window in which two calls do not fit. */
const longestMs = (durationSeconds: number, leewayMinutes: number): number =>
  Math.max(durationSeconds * 1000 + leewayMinutes * MINUTE_MS, 2 * durationSeconds * 1000)

/** Whether a time, together with another, may keep some third one from being sold. */
export function isNear(
  { startsAt, endsAt }: { startsAt: Date | null; endsAt: Date | null },
  { from, until }: Between,
): boolean {
  return startsAt !== null && endsAt !== null && startsAt < until && endsAt > from
}
