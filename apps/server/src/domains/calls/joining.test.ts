import { expect, it } from 'vitest'
import { type Denial, denialOf, endOf, refusalOf } from './joining.ts'
import type { RoomSubject } from './room-subject.ts'

const now = new Date('2026-03-01T12:00:00Z')
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
type Call = Extract<RoomSubject, { kind: 'call' }>
type Event = Extract<RoomSubject, { kind: 'broadcast' }>
const call = {
  kind: 'call',
  state: 'accepted',
  buyer: { id: 'fred' },
  influencer: { id: 'ivy' },
  unpaid: null,
  isApart: false,
  totalMs: 900_000,
  opensAt: null,
  closesAt: null,
} as Call
const event = {
  kind: 'broadcast',
  state: 'scheduled',
  influencer: { id: 'ivy' },
  isOwnerOut: false,
  totalMs: 900_000,
  opensAt: null,
} as Event
const joiner = { personId: 'fred', place: 'none', usedMs: 0, now } as const

it.each<[string, Partial<Call>, { personId?: string; usedMs?: number }, Denial['why'] | null]>([
  ['a party of a paid call', {}, {}, null],
  ['its influencer', {}, { personId: 'ivy' }, null],
  ['a stranger', {}, { personId: 'sam' }, 'stranger'],
  ['a stranger, who does not learn that it is over', { state: 'cancelled' }, { personId: 'sam' }, 'stranger'],
  ['a party of a call that is not paid', { unpaid: 'unpaid' }, {}, 'unpaid'],
  ['a party of a call that a bank disputes', { unpaid: 'disputed' }, {}, 'disputed'],
  ['a party of a call that was cancelled', { state: 'cancelled' }, {}, 'over'],
  ['somebody whom the other blocked', { isApart: true }, {}, 'over'],
  ['a party of a call that is used up', {}, { usedMs: 900_000 }, 'over'],
  ['who comes too early', { opensAt: minutes(1) }, {}, 'not-open-yet'],
  ['who comes as it opens', { opensAt: now }, {}, null],
  ['who comes as it closes', { closesAt: now }, {}, 'over'],
])('%s', (_what, changed, who, why) => {
  expect(denialOf({ ...call, ...changed }, { ...joiner, ...who })?.why ?? null).toBe(why)
})

it.each<
  [string, Partial<Event>, { personId?: string; place?: 'paid' | 'unpaid' | 'none' }, Denial['why'] | null]
>([
  ['a viewer who paid', {}, { place: 'paid' }, null],
  ['a viewer who has not paid', {}, { place: 'unpaid' }, 'unpaid'],
  ['a stranger', {}, {}, 'stranger'],
  ['its host', {}, { personId: 'ivy' }, null],
  ['a viewer of an event whose host is suspended', { isOwnerOut: true }, { place: 'paid' }, 'over'],
  ['a viewer of an event that ended', { state: 'ended' }, { place: 'paid' }, 'over'],
  ['a viewer whose place ended with the event', { state: 'cancelled' }, { place: 'none' }, 'over'],
  ['a stranger, who does not learn that the host is suspended', { isOwnerOut: true }, {}, 'stranger'],
])('of an event: %s', (_what, changed, who, why) => {
  expect(denialOf({ ...event, ...changed }, { ...joiner, ...who })?.why ?? null).toBe(why)
})

it('does not say why a call of two who are apart is over', () => {
  expect(endOf({ ...call, isApart: true }, now)).toBe('over')
  expect(refusalOf({ why: 'unknown' }).code).toBe('not_found')
  expect(refusalOf({ why: 'not-open-yet', opensAt: minutes(5) }).body.opens_at).toBe(minutes(5).toISOString())
})
