import type { LiveEvent } from '@parley/contract'
import { zonedText } from '../../language/formats.ts'
import { t } from '../../language/text.ts'
import { LocalTime } from '../../ui/local-time.tsx'

const LONG = { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const

/** The date of an event, as text: "Tuesday 3 March at 18:50 GMT", in the reader's zone unless another is given. */
export function whenText(event: Pick<LiveEvent, 'state' | 'starts_at'>, timeZone?: string): string {
  if (event.state === 'live') return t('Live now')
  if (event.state === 'ended') return t('This event has ended')
  if (event.state === 'cancelled') return t('This event was cancelled')
  return event.starts_at
    ? zonedText(new Date(event.starts_at), { ...LONG, ...(timeZone ? { timeZone } : {}) })
    : t('No date yet: it begins when the host goes live')
}

/** The date of an event, in the reader's time zone. */
export function EventWhen({ event }: { event: Pick<LiveEvent, 'state' | 'starts_at'> }) {
  return event.starts_at && event.state === 'scheduled' ? (
    <LocalTime at={event.starts_at} format={LONG} names="zoned" />
  ) : (
    <span>{whenText(event)}</span>
  )
}
