import type { LiveEvent } from '@parley/contract'
import { placesText } from './places-text.ts'

const states: Readonly<Record<LiveEvent['state'], string>> = {
  scheduled: 'This event is yet to come.',
  live: 'This event is live now.',
  ended: 'This event has ended.',
  cancelled: 'This event was cancelled.',
}

/** What became different on an open event page, in a sentence for those who hear it; null where nothing did. */
export function eventNews(before: LiveEvent, now: LiveEvent): string | null {
  if (before.state !== now.state) return states[now.state]
  if (before.starts_at !== now.starts_at) return 'The start of this event was changed.'
  if (before.places_left === now.places_left) return null
  if (now.places_left === 0) return 'All places are taken now.'
  if (before.places_left === 0) return 'A place is free again.'
  const places = placesText(now)
  return places && `${places}.`
}
