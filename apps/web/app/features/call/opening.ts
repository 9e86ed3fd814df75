import { JOIN_BEFORE_START_MS } from '@parley/contract/constants'

/** When a dated call can be joined, in epoch milliseconds; null where it can be at any time. */
export function opensAtMs(startsAt: string | null): number | null {
  return startsAt === null ? null : Date.parse(startsAt) - JOIN_BEFORE_START_MS
}

/** "on Tuesday 3 March at 18:50", in the reader's own time zone unless one is named. */
export function opensAtText(at: Date, timeZone?: string): string {
  const zone = timeZone ? { timeZone } : {}
  const day = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...zone,
  }).format(at)
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', ...zone }).format(at)
  return `on ${day} at ${time}`
}
