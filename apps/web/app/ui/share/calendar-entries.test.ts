import type { LiveEvent, SessionRequest } from '@parley/contract'
import { expect, it } from 'vitest'
import { callEntry, eventEntry } from './calendar-entries.ts'

const ORIGIN = 'https://parley.example'
const event = {
  id: 'e1',
  slug: 'quiz',
  title: 'Quiz',
  state: 'scheduled',
  starts_at: '2026-03-01T12:00:00Z',
  duration: 1800,
  influencer: { user: { id: 'i', username: 'ivy' } },
} as LiveEvent
const call = {
  id: 'r1',
  state: 'accepted',
  description: 'Cats',
  timeRange: { start: '2026-03-01T12:00:00Z', end: '2026-03-01T12:20:00Z' },
  slot: { sequence: 2 },
} as SessionRequest
const at = { origin: ORIGIN, path: '/chat/abc', other: 'ivy' }

it('has the start and end of an event', () => {
  expect(eventEntry(event, ORIGIN)).toMatchObject({
    url: `${ORIGIN}/live-event/quiz`,
    endsAt: '2026-03-01T12:30:00.000Z',
  })
})

it.each([{ starts_at: null }, { state: 'ended' }, { state: 'cancelled' }] as Partial<LiveEvent>[])(
  'has none for an event with %o',
  changed => {
    expect(eventEntry({ ...event, ...changed }, ORIGIN)).toBeNull()
  },
)

it('has the number of moves of a call, so that a calendar replaces the old time', () => {
  expect(callEntry(call, at)).toMatchObject({ sequence: 2, url: `${ORIGIN}/chat/abc` })
  expect(callEntry({ ...call, slot: null }, at)).toMatchObject({ sequence: 0 })
})

it('has none for a call without a date, nor for one that does not take place', () => {
  expect(callEntry({ ...call, timeRange: null }, at)).toBeNull()
  expect(callEntry({ ...call, state: 'cancelled' }, at)).toBeNull()
  expect(callEntry({ ...call, state: 'completed' }, at)).toBeNull()
})
