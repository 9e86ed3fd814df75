import type { SessionRequest } from '@parley/contract'
import { expect, it } from 'vitest'
import { paidFor } from './paid-for.ts'

const CALL = { live_event: null, timeRange: null, used_duration: 0 }
const start = '2999-12-01T18:00:00.000Z'
const timeRange = { start, end: '2999-12-01T18:15:00.000Z' }
const place = (format: 'broadcast' | 'queue') =>
  ({ live_event: { slug: 'a', title: 'A', format, absent: null, order: null } }) as const

it.each<[string, Partial<Pick<SessionRequest, 'live_event' | 'timeRange' | 'used_duration'>>, object]>([
  ['a call without a date', {}, { kind: 'call', startsAt: null, hasBegun: false }],
  ['a call at an agreed time', { timeRange }, { kind: 'call', startsAt: start }],
  ['a call that was begun', { used_duration: 2 }, { kind: 'call', hasBegun: true }],
  ['a place at a broadcast', { ...place('broadcast'), timeRange }, { kind: 'event', startsAt: start }],
  ['a turn in a line', place('queue'), { kind: 'turn' }],
])('%s is what is paid for', (_what, more, expected) => {
  expect(paidFor({ ...CALL, ...more })).toMatchObject({ side: 'buyer', ...expected })
})
