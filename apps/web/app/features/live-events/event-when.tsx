import type { LiveEvent } from '@parley/contract'
import { dateText } from '../../language/formats.ts'
import { t } from '../../language/text.ts'
import { LocalTime } from '../../ui/local-time.tsx'

const LONG = { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const

/** "Tuesday 3 March at 18:50", in the reader's time zone unless another is given. */
export function startText(iso: string, timeZone?: string): string {
  const text = dateText(new Date(iso), { ...LONG, ...(timeZone ? { timeZone } : {}) })
  return timeZone ? `${text} ${timeZone}` : text
}

/** The date of an event, as text. */
export function whenText(event: Pick<LiveEvent, 'state' | 'starts_at'>, timeZone?: string): string {
  if (event.state === 'live') return t('Live now')
  if (event.state === 'ended') return t('This event has ended')
  if (event.state === 'cancelled') return t('This event was cancelled')
  return event.starts_at
    ? startText(event.starts_at, timeZone)
    : t('No date yet: it begins when the host goes live')
}

/** The date of an event, in the reader's time zone. */
export function EventWhen({ event }: { event: Pick<LiveEvent, 'state' | 'starts_at'> }) {
  return event.starts_at && event.state === 'scheduled' ? (
    <LocalTime at={event.starts_at} format={LONG} />
  ) : (
    <span>{whenText(event)}</span>
  )
}
