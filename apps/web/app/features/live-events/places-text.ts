import type { LiveEvent } from '@parley/contract'
import { durationText } from '../../language/durations.ts'
import { plural, t } from '../../language/text.ts'

/** The number of free places as text; null where there is no limit. */
export function placesText({ places_left: left, capacity }: LiveEvent): string | null {
  if (left === null || capacity === null) return null
  if (left === 0) return t('Sold out')
  return plural(
    capacity,
    { one: '{left} of {count} place left', other: '{left} of {count} places left' },
    { left },
  )
}

/** The kind of an event. */
export const kindText = ({ format }: Pick<LiveEvent, 'format'>): string =>
  format === 'queue' ? t('Queue of private turns') : t('Live event')

/** The length of what a buyer gets: the whole broadcast, or one turn. */
export function lengthText(event: Pick<LiveEvent, 'format' | 'duration' | 'duration_display'>): string {
  const duration = durationText(event.duration, event.duration_display)
  return event.format === 'queue'
    ? t('{duration} one to one', { duration })
    : t('{duration}, per person', { duration })
}

/** Whether a place can still be booked. */
export function isBookable(event: LiveEvent): boolean {
  return (event.state === 'scheduled' || event.state === 'live') && event.places_left !== 0
}
