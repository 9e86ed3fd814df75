import { expect, it } from 'vitest'
import { NO_WAY_FOR_VIDEO } from '../connection/call-state.ts'
import { airOf } from './stream-air.ts'

type Facts = Parameters<typeof airOf>[0]

const NOW_MS = Date.parse('2026-03-03T18:00:00Z')
const going = { phase: 'answered', stream: {} as MediaStream, support: 'yes' } as const
const fresh = {
  callIsLive: false,
  connection: 'Your connection is ready',
  isBlocked: false,
  totalCallTime: 60,
  remainingCallTime: 60,
}
const air = (change: { now?: Partial<Facts['now']>; media?: Partial<Facts['media']>; startsAt?: string }) =>
  airOf({
    now: { ...fresh, ...change.now },
    media: { ...going, ...change.media },
    startsAt: change.startsAt ?? null,
    nowMs: NOW_MS,
  })

it.each([
  ['before the picture goes out', {}, 'You are not live yet', 'off'],
  ['while the browser asks', { media: { phase: 'requesting' } }, 'You are not live yet', 'off'],
  ['while time runs', { now: { callIsLive: true, connection: 'Connected' } }, 'Live', 'live'],
  [
    'before the agreed time',
    { startsAt: '2026-03-03T18:05:00Z' },
    'On air, the clock starts at the agreed time',
    'early',
  ],
  [
    'when the connection breaks',
    { now: { connection: 'Reconnecting', remainingCallTime: 40 } },
    'Reconnecting',
    'interrupted',
  ],
  [
    'back with the camera refused',
    { media: { stream: null }, now: { remainingCallTime: 40 } },
    'You are off air',
    'off',
  ],
] as const)('an owner reads %s', (_when, change, words, state) => {
  expect(air(change)).toMatchObject({ words, state })
})

it('on a network that lets no media through they read what helps', () => {
  const now = { isBlocked: true, connection: NO_WAY_FOR_VIDEO }
  expect(air({ now })).toMatchObject({ state: 'off', more: NO_WAY_FOR_VIDEO })
  expect(air({ now: { ...now, remainingCallTime: 40 } })).toMatchObject({
    state: 'interrupted',
    more: NO_WAY_FOR_VIDEO,
  })
})

it('offers to go live only where the devices have to be asked for again', () => {
  expect(air({ media: { stream: null } }).canGoLive).toBe(true)
  expect(air({ media: { stream: null, support: 'none' } }).canGoLive).toBe(false)
  expect(air({}).canGoLive).toBe(false)
})

it('says what starts the clock until it runs', () => {
  expect(air({}).more).toContain('The clock starts when your picture goes out')
  expect(air({ now: { callIsLive: true, connection: 'Connected' } }).more).toBeNull()
})
