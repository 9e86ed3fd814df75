import type { LiveEvent } from '@parley/contract'
import { plural, t } from '../../language/text.ts'

/** How many places are left, in words; null where there is no limit. */
export function placesText({ places_left: left, capacity }: LiveEvent): string | null {
  if (left === null || capacity === null) return null
  if (left === 0) return t('Sold out')
  return plural(
    capacity,
    { one: '{left} of {count} place left', other: '{left} of {count} places left' },
    { left },
  )
}

/** Whether a place can still be booked. */
export function isBookable(event: LiveEvent): boolean {
  return (event.state === 'scheduled' || event.state === 'live') && event.places_left !== 0
}
