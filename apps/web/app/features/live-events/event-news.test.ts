import type { LiveEvent } from '@parley/contract'
import { expect, it } from 'vitest'
import { eventNews } from './event-news.ts'

const event = { state: 'scheduled', starts_at: null, capacity: 5, places_left: 3 } as LiveEvent

it.each<[Partial<LiveEvent>, Partial<LiveEvent>, string | null]>([
  [{}, {}, null],
  [{}, { state: 'live', places_left: 2 }, 'This event is live now.'],
  [{}, { state: 'cancelled' }, 'This event was cancelled.'],
  [{}, { starts_at: '2026-03-01T12:00:00Z' }, 'The start of this event was changed.'],
  [{}, { places_left: 0 }, 'All places are taken now.'],
  [{ places_left: 0 }, { places_left: 1 }, 'A place is free again.'],
  [{}, { places_left: 2 }, '2 of 5 places left.'],
])('from %o to %o it says: %s', (before, now, news) => {
  expect(eventNews({ ...event, ...before }, { ...event, ...now })).toBe(news)
})
