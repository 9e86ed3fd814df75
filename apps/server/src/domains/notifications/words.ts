import {
  type DurationUnit,
  durationText,
  formatAmount,
  type Pence,
  poundsInEnglish,
  type Seconds,
} from '@parley/contract'

/** "£2,500.00" */
export const pounds = (pence: Pence): string => poundsInEnglish(formatAmount(pence))

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
