import type { LiveEvent } from '@parley/contract'
import { expect, it } from 'vitest'
import { isBookable, placesText } from './places-text.ts'

const event = (capacity: number | null, left: number | null, state: LiveEvent['state'] = 'scheduled') =>
  ({ capacity, places_left: left, state }) as LiveEvent

it.each([
  [event(5, 3), '3 of 5 places left', true],
  [event(1, 1), '1 of 1 place left', true],
  [event(5, 0), 'Sold out', false],
  [event(null, null), null, true],
  [event(5, 3, 'live'), '3 of 5 places left', true],
  [event(5, 3, 'ended'), '3 of 5 places left', false],
  [event(5, 3, 'cancelled'), '3 of 5 places left', false],
])('%o', (given, text, bookable) => {
  expect(placesText(given)).toBe(text)
  expect(isBookable(given)).toBe(bookable)
})
