import { expect, it } from 'vitest'
import { type PaidRequest, paidFor } from './paid-for.ts'

const person = (name: string) => ({ id: `id-${name}`, username: name })
const CALL: PaidRequest = {
  live_event: null,
  timeRange: null,
  used_duration: 0,
  influencer: { user: person('ivy'), profile: { picture: null } },
  attendee: null,
}
const start = '2999-12-01T18:00:00.000Z'
const timeRange = { start, end: '2999-12-01T18:15:00.000Z' }
const place = (format: 'broadcast' | 'queue') =>
  ({ live_event: { slug: 'a', title: 'A', format, absent: null, order: null } }) as const

it.each<[string, Partial<PaidRequest>, object]>([
  ['a call without a date', {}, { kind: 'call', startsAt: null, hasBegun: false }],
  ['a call at an agreed time', { timeRange }, { kind: 'call', startsAt: start }],
  ['a call that was begun', { used_duration: 2 }, { kind: 'call', hasBegun: true }],
  ['a place at a broadcast', { ...place('broadcast'), timeRange }, { kind: 'event', startsAt: start }],
  ['a turn in a line', place('queue'), { kind: 'turn' }],
])('%s is what is paid for', (_what, more, expected) => {
  expect(paidFor({ ...CALL, ...more }, 'id-fred')).toMatchObject({ side: 'buyer', ...expected })
})

it('describes the call for the giver, for the attendee and for the influencer', () => {
  const given = { ...CALL, attendee: person('gina') }
  const sides = ['fred', 'gina', 'ivy'].map(who => paidFor(given, `id-${who}`).side)
  expect(sides).toEqual(['giver', 'attendee', 'influencer'])
})
