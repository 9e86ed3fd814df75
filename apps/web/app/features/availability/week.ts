import type { Availability } from '@parley/contract'
import {
  areWindowsApart,
  minutesOf,
  type TimeWindow,
  WEEKDAYS,
  type Weekday,
} from '@parley/contract/time-windows'

const USUAL: TimeWindow = { from: '09:00', to: '17:00' }
const DAY_MINUTES = 24 * 60

/** The suggested hours of a person who never saved any: a working week. */
export function suggested(hours: Availability): Availability {
  if (hours.version > 0) return hours
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const weekly = { ...hours.weekly }
  for (const day of WEEKDAYS.slice(0, 5)) weekly[day] = [USUAL]
  return { ...hours, zone, weekly }
}

const asTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** A further window after those of a day; null where the day is full. */
export function oneMore(windows: readonly TimeWindow[]): TimeWindow | null {
  if (windows.length === 0) return USUAL
  const from = Math.max(...windows.map(({ to }) => minutesOf(to))) + 60
  if (from + 60 > DAY_MINUTES) return null
  return { from: asTime(from), to: asTime(Math.min(from + 120, DAY_MINUTES)) }
}

/** Whether a day's windows can be saved. */
export const isDayGood = (windows: readonly TimeWindow[]): boolean => areWindowsApart(windows)

/** Copies the hours of a day to other days. */
export function copied(
  hours: Availability,
  { from, to }: { from: Weekday; to: readonly Weekday[] },
): Availability {
  const weekly = { ...hours.weekly }
  for (const day of to) weekly[day] = weekly[from].map(window => ({ ...window }))
  return { ...hours, weekly }
}

/** Hours as the server stored them, with what was changed in the form since they were sent. */
export function withChangesSince(
  stored: Availability,
  { sent, now }: { sent: Availability; now: Availability },
): Availability {
  if (now === sent) return stored
  const changed = Object.entries(now).filter(([name, value]) => value !== sent[name as keyof Availability])
  return { ...stored, ...Object.fromEntries(changed) }
}

/** The browser's time field does not know `24:00`: midnight at the end of a day is `00:00` in it. */
export const endOfField = (value: string): string => (value === '00:00' ? '24:00' : value)
export const fieldOfEnd = (time: string): string => (time === '24:00' ? '00:00' : time)
