import type { ShownProblem } from '@parley/contract'
import { PROBLEM_WITHIN_MS } from '@parley/contract/constants'
import { HOUR_MS } from '@parley/contract/time-units'
import { describe, expect, it } from 'vitest'
import { aRequest, PAYMENT } from '../a-request.testing.ts'
import { mayReport, reporterOf } from './may-report.ts'

const ended_at = '2026-01-01T10:00:00Z'
const ENDED_MS = Date.parse(ended_at)
const ended = { state: 'completed', outcome: 'served', ended_at } as const
const paidAs = (status: 'disputed' | 'charged_back' | 'refunded') => ({
  payment: { ...PAYMENT.paid, status },
})

const AGAIN = { until: new Date(ENDED_MS + 60 * HOUR_MS).toISOString(), by_staff: true }
const settled = (again: ShownProblem['again']): ShownProblem => ({
  ...{ state: 'settled', is_own: true, at: ended_at },
  ...{ decision: { by: 'record', back: '0.00', at: ended_at }, again },
})

describe('a problem can be reported', () => {
  it.each([
    ['with a served call, just in time', {}, PROBLEM_WITHIN_MS - 1, true],
    ['with a served call, too late', {}, PROBLEM_WITHIN_MS, false],
    ['with a call to which the buyer did not come', { outcome: 'buyer_absent' }, 0, true],
    [
      'with one to which the influencer did not come',
      { state: 'expired', outcome: 'influencer_absent', ...paidAs('refunded') },
      0,
      true,
    ],
    [
      'with a turn of a queue that did not come',
      { state: 'expired', outcome: 'turn_not_reached', request_type: 'broadcast' },
      0,
      true,
    ],
    ['with a missed turn that cost nothing', { state: 'expired', outcome: 'buyer_absent' }, 0, false],
    ['with a cancelled call', { state: 'cancelled', outcome: 'cancelled' }, 0, false],
    ['with a call that is open', { state: 'accepted', outcome: null, ended_at: null }, 0, false],
    ['while the bank decides', paidAs('disputed'), 0, false],
    ['after the bank took the price back', paidAs('charged_back'), 0, false],
    ['with what was never paid', { payment: PAYMENT.unpaid }, 0, false],
    ['again, until the server says', { problem: settled(AGAIN) }, 60 * HOUR_MS - 1, true],
    ['again, but too late', { problem: settled(AGAIN) }, 60 * HOUR_MS, false],
    ['again, but they were heard twice', { problem: settled(null) }, 0, false],
    ['while one is open', { problem: { ...settled(null), state: 'open', decision: null } }, 0, false],
    [
      'again, but the bank took the price back',
      { problem: settled(AGAIN), ...paidAs('charged_back') },
      0,
      false,
    ],
  ] as const)('%s, or not', (_title, change, sinceMs, can) => {
    expect(mayReport(aRequest({ ...ended, ...change }), ENDED_MS + sinceMs)).toBe(can)
  })
})

describe('the reporter', () => {
  const gift = aRequest({ attendee: { id: 'u3', username: 'gina' } })

  it.each([
    ['the buyer, about the influencer', aRequest(), 'sam', { isInfluencer: false, otherUsername: 'maya' }],
    ['the influencer, about the buyer', aRequest(), 'maya', { isInfluencer: true, otherUsername: 'sam' }],
    ['the buyer of a gift', gift, 'sam', { isInfluencer: false, otherUsername: 'maya' }],
    ['the influencer, about who attended', gift, 'maya', { isInfluencer: true, otherUsername: 'gina' }],
  ])('is %s', (_who, request, username, reporter) => {
    expect(reporterOf(request, { username })).toEqual({
      ...{ slug: 'slug1', isPlace: false, hasRecord: true },
      ...reporter,
    })
  })

  it('is neither who attended a gift nor anybody of a link without an influencer', () => {
    expect(reporterOf(gift, { username: 'gina' })).toBeNull()
    expect(reporterOf(aRequest({ influencer: null }), { username: 'sam' })).toBeNull()
  })

  const event = { slug: 'e1', title: 'Cats', absent: null, order: null }
  it.each([
    ['at an event that is watched: a person decides', 'broadcast', 'place_ended', false],
    ['in a line: the record of the turn decides', 'queue', 'not_used', true],
    ['in a line that keeps the money of those who are absent', 'queue', 'buyer_absent', false],
    ['in a line that keeps the money of those who leave', 'queue', 'left_line', false],
  ] as const)('of a place %s', (_what, format, settled_by, hasRecord) => {
    const place = aRequest({ request_type: 'broadcast', live_event: { ...event, format }, settled_by })
    expect(reporterOf(place, { username: 'sam' })).toMatchObject({ isPlace: true, hasRecord })
  })
})
