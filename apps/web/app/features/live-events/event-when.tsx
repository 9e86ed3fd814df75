import type { LiveEvent } from '@parley/contract'
import { useHydrated } from '../../ui/use-hydrated.ts'

const LONG = { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const

/** "Tuesday 3 March at 18:50", in the reader's own time zone unless one is named. */
export function startText(iso: string, timeZone?: string): string {
  const text = new Intl.DateTimeFormat('en-GB', { ...LONG, ...(timeZone ? { timeZone } : {}) }).format(
    new Date(iso),
  )
  return timeZone ? `${text} ${timeZone}` : text
}

/** When an event is, in words. */
export function whenText(event: Pick<LiveEvent, 'state' | 'starts_at'>, timeZone?: string): string {
  if (event.state === 'live') return 'Live now'
  if (event.state === 'ended') return 'This event has ended'
  if (event.state === 'cancelled') return 'This event was cancelled'
  return event.starts_at
    ? startText(event.starts_at, timeZone)
    : 'No date yet: it begins when the host goes live'
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
