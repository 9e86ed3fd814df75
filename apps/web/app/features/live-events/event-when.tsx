import type { LiveEvent } from '@parley/contract'
import { dateText } from '../../language/formats.ts'
import { t } from '../../language/text.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'

const LONG = { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const

/** "Tuesday 3 March at 18:50", in the reader's own time zone unless one is named. */
export function startText(iso: string, timeZone?: string): string {
  const text = dateText(new Date(iso), { ...LONG, ...(timeZone ? { timeZone } : {}) })
  return timeZone ? `${text} ${timeZone}` : text
}

/** When an event is, in words. */
export function whenText(event: Pick<LiveEvent, 'state' | 'starts_at'>, timeZone?: string): string {
  if (event.state === 'live') return t('Live now')
  if (event.state === 'ended') return t('This event has ended')
  if (event.state === 'cancelled') return t('This event was cancelled')
  return event.starts_at
    ? startText(event.starts_at, timeZone)
    : t('No date yet: it begins when the host goes live')
}

/** When an event is; pages are rendered for everybody, so the reader's own time zone comes in once the page runs. */
export function EventWhen({ event }: { event: Pick<LiveEvent, 'state' | 'starts_at'> }) {
  const hydrated = useHydrated()
  const text = whenText(event, hydrated ? undefined : 'UTC')
  return event.starts_at && event.state === 'scheduled' ? (
    <time dateTime={event.starts_at}>{text}</time>
  ) : (
    <span>{text}</span>
  )
}
