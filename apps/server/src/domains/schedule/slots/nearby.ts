import { type Availability, MINUTE_MS } from '@parley/contract'
import { dayIn, startOfDay } from './window-edges.ts'

interface Between {
  from: Date
  until: Date
}

/** What else of one influencer cannot be sold beside a time: all within its buffers and, where a date has a limit, on its date. */
export interface Nearby extends Between {
  /** The date of the influencer's zone on which the time begins; null where no limit makes others of it sold out. */
  date: Between | null
}

export function nearbyOf(
  hours: Availability,
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
): Nearby {
  // Of two times, one has to end and the other to begin with its own buffer.
  const apartMs = (hours.buffer_before + hours.buffer_after) * MINUTE_MS
  return {
    from: new Date(startsAt.getTime() - apartMs),
    until: new Date(endsAt.getTime() + apartMs),
    date: hours.mode === 'off' || hours.daily_limit === null ? null : dateAround(hours.zone, startsAt),
  }
}

function dateAround(zone: string, moment: Date): Between {
  const day = dayIn(zone, moment.getTime())
  return { from: new Date(startOfDay(day, zone)), until: new Date(startOfDay(day + 1, zone)) }
}

/** Whether a time cannot be sold beside another; a time belongs to the date on which it begins. */
export function isNear(
  { startsAt, endsAt }: { startsAt: Date | null; endsAt: Date | null },
  { from, until, date }: Nearby,
): boolean {
  if (startsAt === null || endsAt === null) return false
  const isOnDate = date !== null && startsAt >= date.from && startsAt < date.until
  return isOnDate || (startsAt < until && endsAt > from)
}
