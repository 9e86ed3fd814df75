import { type DurationUnit, durationAsRead } from '@parley/contract/duration'
import { numberText } from './formats.ts'
import { plural } from './text.ts'

/** "30 minutes", "1 hour": a duration as people read it, in the page's language. */
export function durationText(seconds: number, entered: DurationUnit): string {
  const { value, unit } = durationAsRead(seconds, entered)
  const count = { count: numberText(value, { useGrouping: false }) }
  switch (unit) {
    case 3:
      return plural(value, { one: '{count} hour', other: '{count} hours' }, count)
    case 2:
      return plural(value, { one: '{count} minute', other: '{count} minutes' }, count)
    default:
      return plural(value, { one: '{count} second', other: '{count} seconds' }, count)
  }
}
