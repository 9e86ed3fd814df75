import { dateText } from '../language/formats.ts'
import { t } from '../language/text.ts'
import { useHydrated } from './use-hydrated.ts'

/**
 * A time in the reader's own zone. Pages are rendered for everybody, so the server writes UTC; the script that starts
 * the page writes the reader's time before the page's code runs, so the two texts may differ.
 */
export function LocalTime({ at, format }: { at: string; format: Intl.DateTimeFormatOptions }) {
  const hydrated = useHydrated()
  const moment = new Date(at)
  return (
    <time dateTime={at} data-format={JSON.stringify(format)} suppressHydrationWarning>
      {hydrated
        ? dateText(moment, format)
        : t('{time} UTC', { time: dateText(moment, { ...format, timeZone: 'UTC' }) })}
    </time>
  )
}
