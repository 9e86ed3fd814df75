import type { LiveEvent } from '@parley/contract'

/** How many places are left, in words; null where there is no limit. */
export function placesText({ places_left: left, capacity }: LiveEvent): string | null {
  if (left === null || capacity === null) return null
  if (left === 0) return 'Sold out'
  return `${left} of ${capacity} ${capacity === 1 ? 'place' : 'places'} left`
}

/** Whether a place can still be booked. */
export function isBookable(event: LiveEvent): boolean {
  return (event.state === 'scheduled' || event.state === 'live') && event.places_left !== 0
}
