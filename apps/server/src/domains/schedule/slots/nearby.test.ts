import { AVAILABILITY_DEFAULTS, type Availability } from '@parley/contract'
import { expect, test } from 'vitest'
import { isNear, nearbyOf } from './nearby.ts'

/** Of the summer, in which London is an hour ahead of UTC. */
const between = (start: string, end: string) => ({
  startsAt: new Date(`2027-06-${start}:00.000Z`),
  endsAt: new Date(`2027-06-${end}:00.000Z`),
})
const wanted = between('15T10:00', '15T10:20')
const buffers = { buffer_before: 30, buffer_after: 15 }
const limited = { mode: 'offered', zone: 'Europe/London', daily_limit: 1 } as const

test.each<[string, Partial<Availability>, ReturnType<typeof between>, boolean]>([
  ['it overlaps', {}, between('15T10:10', '15T10:30'), true],
  ['it begins at the end', {}, between('15T10:20', '15T10:40'), false],
  ['it ends at the start', {}, between('15T09:40', '15T10:00'), false],
  ['both buffers would not fit before it', buffers, between('15T11:04', '15T11:24'), true],
  ['both buffers fit before it', buffers, between('15T11:05', '15T11:25'), false],
  ['both buffers would not fit after it', buffers, between('15T08:56', '15T09:16'), true],
  ['both buffers fit after it', buffers, between('15T08:55', '15T09:15'), false],
  ['it is the first of a date with a limit', limited, between('14T23:00', '14T23:20'), true],
  ['it begins on the date before', limited, between('14T22:59', '14T23:19'), false],
  ['it is the last of the date', limited, between('15T22:59', '15T23:19'), true],
  ['it begins on the date after', limited, between('15T23:00', '15T23:20'), false],
  ['no times are offered', { ...limited, mode: 'off' }, between('15T22:00', '15T22:20'), false],
])('whether a time keeps another from being sold: %s', (_why, hours, time, is) => {
  expect(isNear(time, nearbyOf({ ...AVAILABILITY_DEFAULTS, ...hours }, wanted))).toBe(is)
})

test('what has no time of its own is near nothing', () => {
  const nearby = nearbyOf(AVAILABILITY_DEFAULTS, wanted)
  expect(isNear({ startsAt: null, endsAt: null }, nearby)).toBe(false)
})
