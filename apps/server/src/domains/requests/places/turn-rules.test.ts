import { expect, it } from 'vitest'
import type { RequestFacts } from '../request.ts'
import { MADE_AT, paidRequest } from '../testing/request-facts.ts'
import { endTurn, type TurnEnd } from './turn-rules.ts'

/** A turn of 900 s for 25.00. */
const place: RequestFacts = { ...paidRequest, requestType: 'broadcast' }
const NOW = new Date(MADE_AT.getTime() + 3_600_000)
const left = { why: null, usedMs: 0 } as const
const all = { state: 'expired', back: 2500 }

it.each<[string, TurnEnd, { outcome: string; state: string; back: number; settledBy?: string }]>([
  [
    'used to its end',
    { ...left, end: 'served', back: 'none', usedMs: 900_000 },
    { outcome: 'served', state: 'completed', back: 0 },
  ],
  [
    'used but for a rounding',
    { ...left, end: 'part', back: 'unused', usedMs: 899_999 },
    { outcome: 'served', state: 'completed', back: 0 },
  ],
  [
    'called served by an event that was made shorter',
    { ...left, end: 'served', back: 'none', usedMs: 450_000 },
    { outcome: 'part_served', state: 'completed', back: 1250 },
  ],
  [
    'cut short',
    { ...left, end: 'part', back: 'unused', usedMs: 450_000 },
    { outcome: 'part_served', state: 'completed', back: 1250 },
  ],
  [
    'used but for two milliseconds, so that a second is missing',
    { ...left, end: 'part', back: 'unused', usedMs: 899_998 },
    { outcome: 'part_served', state: 'completed', back: 3 },
  ],
  [
    'begun for a millisecond, then absent, kept',
    { ...left, end: 'skipped', back: 'none', why: 'absent', usedMs: 1 },
    { outcome: 'part_served', state: 'completed', back: 2500 },
  ],
  [
    'skipped, absent, kept',
    { ...left, end: 'skipped', back: 'none', why: 'absent' },
    { outcome: 'buyer_absent', state: 'completed', back: 0 },
  ],
  [
    'left the line, kept',
    { ...left, end: 'left', back: 'none', why: 'absent' },
    { outcome: 'left_line', state: 'completed', back: 0 },
  ],
  [
    'taken out of the line by a dispute, kept',
    { ...left, end: 'skipped', back: 'none', why: 'absent', isDisputed: true },
    { outcome: 'disputed_in_line', state: 'completed', back: 0, settledBy: 'disputed_in_line' },
  ],
  [
    'broken off, then absent, kept',
    { ...left, end: 'skipped', back: 'none', why: 'absent', usedMs: 450_000 },
    { outcome: 'part_served', state: 'completed', back: 1250 },
  ],
  [
    'skipped, absent, given back',
    { ...left, end: 'skipped', back: 'all', why: 'absent' },
    { outcome: 'buyer_absent', ...all },
  ],
  [
    'skipped by hand',
    { ...left, end: 'skipped', back: 'all', why: 'not_their_doing' },
    { outcome: 'turn_not_reached', ...all },
  ],
  [
    'given up while the line stood still',
    { ...left, end: 'left', back: 'all', why: 'not_their_doing' },
    { outcome: 'cancelled', state: 'cancelled', back: 2500 },
  ],
  [
    'given up without a cause, given back',
    { ...left, end: 'left', back: 'all', why: 'absent' },
    { outcome: 'cancelled', state: 'cancelled', back: 2500 },
  ],
  ['not reached', { ...left, end: 'unserved', back: 'all' }, { outcome: 'turn_not_reached', ...all }],
])('a turn that was %s', (_what, turn, { back, ...patch }) => {
  const decided = endTurn(place, turn, NOW)
  expect(decided).toMatchObject({ patch })
  expect(decided && 'refund' in decided ? (decided.refund?.pence ?? 0) : null).toBe(back)
})

it('is settled once', () => {
  expect(endTurn({ ...place, state: 'completed' }, { ...left, end: 'unserved', back: 'all' }, NOW)).toBeNull()
})
