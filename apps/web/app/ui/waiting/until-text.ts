import { MINUTE_MS } from '@parley/contract/time-units'
import { plural, t } from '../../language/text.ts'

/** The time until a moment: "in 12 minutes", "in 2 hours", "in 2 h 5 min", "in 3 days". */
export function untilText(msLeft: number): string {
  if (msLeft <= 0) return t('now')
  const minutes = Math.ceil(msLeft / MINUTE_MS)
  if (minutes < 60) return plural(minutes, { one: 'in {count} minute', other: 'in {count} minutes' })
  const hours = Math.floor(minutes / 60)
  if (hours < 24 && minutes % 60 === 0)
    return plural(hours, { one: 'in {count} hour', other: 'in {count} hours' })
  if (hours < 24)
    return t('in {hours} h {minutes} min', { hours: String(hours), minutes: String(minutes % 60) })
  return plural(Math.floor(hours / 24), { one: 'in {count} day', other: 'in {count} days' })
}
