import { DAY_MS } from '@parley/contract/time-units'
import { dateText, zonedText } from '../language/formats.ts'
import { locale, t } from '../language/text.ts'
import { useHydrated } from './use-hydrated.ts'

export interface LocalTimeProps {
  at: string
  format: Intl.DateTimeFormatOptions
  /** `zoned` names the reader's zone, for a time at which people meet. */
  names?: 'zoned'
}

/**
 * A time in the reader's own zone. Pages are rendered for everybody, so the server writes UTC; the script that starts
 * the page writes the reader's time before the page's code runs, so the two texts may differ. For this it has the texts
 * of the day before, the day and the day after in UTC, and replaces the time of day in one of them. Where the zone is
 * named it also has the locale of that name.
 */
export function LocalTime({ at, format, names }: LocalTimeProps) {
  const hydrated = useHydrated()
  const moment = new Date(at)
  const inUtc = (days: number) =>
    dateText(new Date(moment.getTime() + days * DAY_MS), { ...format, timeZone: 'UTC' })
  const own = names === 'zoned' ? zonedText : dateText
  return (
    <time
      dateTime={at}
      data-days={[-1, 0, 1].map(inUtc).join('|')}
      data-zoned={names && locale()}
      suppressHydrationWarning
    >
      {hydrated ? own(moment, format) : t('{time} UTC', { time: inUtc(0) })}
    </time>
  )
}
