import type { LiveEvent } from '@parley/contract'
import { msg, t } from '../../language/text.ts'
import { placesText } from './places-text.ts'

const states: Readonly<Record<LiveEvent['state'], string>> = {
  scheduled: msg('This event is yet to come.'),
  live: msg('This event is live now.'),
  ended: msg('This event has ended.'),
  cancelled: msg('This event was cancelled.'),
}

/** The change of an open event page, as a sentence for screen readers; null without a change. */
export function eventNews(before: LiveEvent, now: LiveEvent): string | null {
  if (before.state !== now.state) return t(states[now.state])
  if (before.starts_at !== now.starts_at) return t('The start of this event was changed.')
  if (before.places_left === now.places_left) return null
  if (now.places_left === 0) return t('All places are taken now.')
  if (before.places_left === 0) return t('A place is free again.')
  const places = placesText(now)
  return places && `${places}.`
}
