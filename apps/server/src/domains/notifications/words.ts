import {
  type DurationUnit,
  durationText,
  formatAmount,
  type Pence,
  poundsInEnglish,
  type Seconds,
} from '@parley/contract'

const WHEN = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** "£2,500.00" */
export const pounds = (pence: Pence): string => poundsInEnglish(formatAmount(pence))

/** "Friday 6 March 2026 at 14:00 UTC": where the reader is, nobody knows. */
export const moment = (at: Date): string => `${WHEN.format(at).replace(',', '')} UTC`

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' })

/** "Friday 6 March 2026 at 14:00 to 14:15 UTC" */
export const between = (from: Date, to: Date): string =>
  `${WHEN.format(from).replace(',', '')} to ${CLOCK.format(to)} UTC`

/** "15 minutes" */
export const length = (call: { durationSeconds: Seconds; durationDisplay: DurationUnit }): string =>
  durationText(call.durationSeconds, call.durationDisplay)

/** "1 hour", "48 hours" */
export const hours = (count: number): string => (count === 1 ? '1 hour' : `${count} hours`)

/** "an hour", "10 minutes", "1 minute": how long it still is, as people say it. */
export function timeLeft(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  if (minutes === 60) return '1 hour'
  if (minutes === 24 * 60) return '1 day'
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}
