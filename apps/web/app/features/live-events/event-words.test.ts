import type { LiveEvent } from '@parley/contract'
import { expect, it } from 'vitest'
import { whenText } from './event-when.tsx'
import { isBookable, placesText } from './places-text.ts'

const event = (change: Partial<LiveEvent>) =>
  ({ state: 'scheduled', starts_at: null, capacity: null, places_left: null, ...change }) as LiveEvent

it.each([
  [{}, 'No date yet: it begins when the host goes live'],
  [{ starts_at: '2026-03-03T18:50:00.000Z' }, 'Tuesday 3 March at 18:50\u00a0UTC'],
  [{ state: 'live' }, 'Live now'],
  [{ state: 'ended' }, 'This event has ended'],
  [{ state: 'cancelled' }, 'This event was cancelled'],
] as const)('when it is: %o', (change, text) => {
  expect(whenText(event(change), 'UTC')).toBe(text)
})

it.each([
  [{}, null, true],
  [{ capacity: 10, places_left: 7 }, '7 of 10 places left', true],
  [{ capacity: 1, places_left: 1 }, '1 of 1 place left', true],
  [{ capacity: 3, places_left: 0 }, 'Sold out', false],
  [{ state: 'live' }, null, true],
  [{ state: 'ended' }, null, false],
  [{ state: 'cancelled', capacity: 2, places_left: 2 }, '2 of 2 places left', false],
] as const)('how many places are left: %o', (change, text, bookable) => {
  expect([placesText(event(change)), isBookable(event(change))]).toEqual([text, bookable])
})
