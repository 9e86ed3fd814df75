import { AVAILABILITY_DEFAULTS, type Availability, HOUR_MS, MINUTE_MS, seconds } from '@parley/contract'
import { expect, test } from 'vitest'
import { isNear, nearbyOf } from './nearby.ts'
import { dayIn } from './window-edges.ts'

const LONDON = 'Europe/London'
const DURATION_SECONDS = seconds(15 * 60)
/** Of the summer, in which London is an hour ahead of UTC. */
const between = (start: string, end: string) => ({
  startsAt: new Date(`2027-06-${start}:00.000Z`),
  endsAt: new Date(`2027-06-${end}:00.000Z`),
})
const wanted = { ...between('15T10:00', '15T10:20'), durationSeconds: DURATION_SECONDS }
const buffers = { buffer_before: 30, buffer_after: 15 }
const limited = { mode: 'offered', zone: LONDON, daily_limit: 1 } as const

// Between the two there is room for at most half an hour, in which two calls of 15 minutes do not fit.
test.each<[string, Partial<Availability>, ReturnType<typeof between>, boolean]>([
  ['it overlaps', {}, between('15T10:10', '15T10:30'), true],
  ['it is a call after it', {}, between('15T10:49', '15T11:09'), true],
  ['it is further after it', {}, between('15T10:50', '15T11:10'), false],
  ['it is a call before it', {}, between('15T09:11', '15T09:31'), true],
  ['it is further before it', {}, between('15T09:10', '15T09:30'), false],
  ['it is a call and all buffers after it', buffers, between('15T12:19', '15T12:39'), true],
  ['it is further, buffers counted', buffers, between('15T12:20', '15T12:40'), false],
  ['it is a call and all buffers before it', buffers, between('15T07:41', '15T08:01'), true],
  ['it is further before it, buffers counted', buffers, between('15T07:40', '15T08:00'), false],
  ['it is the first of a date with a limit', limited, between('14T23:00', '14T23:20'), true],
  ['it touches what may touch that date', limited, between('14T22:11', '14T22:31'), true],
  ['it is on the date before', limited, between('14T22:10', '14T22:30'), false],
  ['it is the last of the date', limited, between('15T22:59', '15T23:19'), true],
  ['it is on the date after', limited, between('15T23:30', '15T23:50'), false],
  ['no times are offered', { ...limited, mode: 'off' }, between('15T22:00', '15T22:20'), false],
])('whether a time keeps another from being sold: %s', (_why, hours, time, is) => {
  expect(isNear(time, nearbyOf({ ...AVAILABILITY_DEFAULTS, ...hours }, wanted))).toBe(is)
})

// Between two calls of five minutes, each with ten minutes of leeway, a third one of them needs fifteen.
test.each<[string, ReturnType<typeof between>, boolean]>([
  ['with its leeway', between('15T10:34', '15T10:49'), true],
  ['and further', between('15T10:35', '15T10:50'), false],
])('a short call is near what leaves no room for another %s', (_how, time, is) => {
  const hours = { ...AVAILABILITY_DEFAULTS, leeway: 10 }
  expect(isNear(time, nearbyOf(hours, { ...wanted, durationSeconds: seconds(5 * 60) }))).toBe(is)
})

test('a request without a slot is near nothing', () => {
  const nearby = nearbyOf(AVAILABILITY_DEFAULTS, wanted)
  expect(isNear({ startsAt: null, endsAt: null }, nearby)).toBe(false)
})

test.each<[string, Partial<Availability>]>([
  ['without buffers', {}],
  ['with buffers', buffers],
  ['with a limit a date', limited],
  ['with both', { ...limited, ...buffers }],
])('of two times that keep the same third one from being sold, each is near the other: %s', (_how, more) => {
  const hours = { ...AVAILABILITY_DEFAULTS, ...more }
  const apartMs = (hours.buffer_before + hours.buffer_after) * MINUTE_MS
  const midnightMs = Date.parse('2027-06-15T23:00:00.000Z')
  const timesAt = (hoursOfDay: number) =>
    [DURATION_SECONDS / 60 + hours.leeway, 29].map(minutes => {
      const startMs = midnightMs + hoursOfDay * HOUR_MS
      return { startsAt: new Date(startMs), endsAt: new Date(startMs + minutes * MINUTE_MS) }
    })
  const times = Array.from({ length: 61 }, (_, nth) => nth / 6 - 5).flatMap(timesAt)
  type Time = (typeof times)[number]
  const dateOf = ({ startsAt }: Time) => dayIn(LONDON, startsAt.getTime())
  const excludes = (one: Time, other: Time) =>
    (hours.mode === 'offered' && dateOf(one) === dateOf(other)) ||
    (one.startsAt.getTime() < other.endsAt.getTime() + apartMs &&
      other.startsAt.getTime() < one.endsAt.getTime() + apartMs)
  const missed = times.flatMap(one => {
    const nearby = nearbyOf(hours, { ...one, durationSeconds: DURATION_SECONDS })
    const kept = times.filter(each => excludes(one, each))
    return times.filter(other => kept.some(each => excludes(other, each)) && !isNear(other, nearby))
  })
  expect(missed).toEqual([])
})
