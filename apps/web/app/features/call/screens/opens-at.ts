import { JOIN_BEFORE_START_MS } from '@parley/contract/constants'
import { dateText, zonedText } from '../../../language/formats.ts'

/** When a dated call can be joined, in epoch milliseconds; null where it can be at any time. */
export function opensAtMs(startsAt: string | null): number | null {
  return startsAt === null ? null : Date.parse(startsAt) - JOIN_BEFORE_START_MS
}

/** The moment in words, as a record that fills a sentence. */
export type DayAndTime = Readonly<Record<'day' | 'time', string>>

/** "Tuesday 3 March" and "18:50 GMT", in the reader's own time zone unless one is named. */
export function dayAndTime(at: Date, timeZone?: string): DayAndTime {
  const zone = timeZone ? { timeZone } : {}
  return {
    day: dateText(at, { weekday: 'long', day: 'numeric', month: 'long', ...zone }),
    time: zonedText(at, { hour: '2-digit', minute: '2-digit', ...zone }),
  }
}
