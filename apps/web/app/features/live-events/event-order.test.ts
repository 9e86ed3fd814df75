import type { LiveEvent } from '@parley/contract'
import { expect, it } from 'vitest'
import { inOrder } from './event-order.ts'

type Placed = Pick<LiveEvent, 'state' | 'starts_at'> & { name: string }
const at = (name: string, starts_at: string | null, state: LiveEvent['state'] = 'scheduled'): Placed => ({
  ...{ name, starts_at, state },
})

it('a profile lists the live event first, then those that begin sooner, and last those without a date', () => {
  const events = [
    at('no date', null),
    at('next year', '2027-01-01T10:00:00Z'),
    at('another without a date', null),
    at('tonight', '2026-05-01T20:00:00Z'),
    at('on now', '2026-05-01T18:00:00Z', 'live'),
  ]
  expect(inOrder(events).map(({ name }) => name)).toEqual([
    'on now',
    'tonight',
    'next year',
    'no date',
    'another without a date',
  ])
})
