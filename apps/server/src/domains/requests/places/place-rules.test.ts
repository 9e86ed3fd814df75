import { DAY_MS, pence, seconds } from '@parley/contract'
import { describe, expect, it } from 'vitest'
import type { EventStanding } from '../../live-events/public.ts'
import type { Decided, RequestFacts } from '../request.ts'
import { NO_SLOT } from '../slots/slot-rules.ts'
import { applyPlaceRules, followEvent } from './place-rules.ts'

const T0 = new Date('2026-03-01T12:00:00Z')
const later = (ms: number) => new Date(T0.getTime() + ms)
const unpaid: RequestFacts = {
  requestType: 'broadcast',
  state: 'offered',
  outcome: null,
  settledBy: null,
  paymentStatus: 'unpaid',
  pricePence: pence(500),
  refundedPence: pence(0),
  chargedBackPence: pence(0),
  durationSeconds: seconds(60),
  startsAt: null,
  ...NO_SLOT,
  endsAt: null,
  influencerId: 'ivy',
  createdAt: T0,
  paidAt: null,
  claimedAt: null,
  begunAt: null,
  endedAt: null,
  releasedAt: null,
  rejectReason: null,
}
const paid: RequestFacts = { ...unpaid, paymentStatus: 'paid', paidAt: T0 }
const toCome: EventStanding = {
  ...{ isOver: false, begunAt: null, ending: null, usedMs: 0, isQueue: false },
}
const ended = (ending: EventStanding['ending'], usedMs = 0): EventStanding => ({
  isOver: true,
  begunAt: T0,
  ending,
  usedMs,
  isQueue: false,
})
const stateOf = (decided: Decided) =>
  decided && 'patch' in decided
    ? [decided.patch.state, decided.patch.outcome, decided.refund?.pence ?? 0]
    : decided

describe('a place follows its event', () => {
  it.each([
    ['served to its last second', ended('served', 60_000), ['completed', 'served', 0]],
    ['cut short at a third', ended('cut_short', 20_000), ['completed', 'part_served', 334]],
    ['cut short within its first second', ended('cut_short', 999), ['completed', 'part_served', 500]],
    ['served, but made shorter after the sale', ended('served', 30_000), ['completed', 'part_served', 250]],
    ['cut short, but made longer after the sale', ended('cut_short', 61_000), ['completed', 'served', 0]],
    ['cancelled by its owner', ended('cancelled'), ['cancelled', 'cancelled', 500]],
    ['never started', ended('never_started'), ['expired', 'influencer_absent', 500]],
  ] as const)('that was %s', (_what, event, expected) => {
    expect(stateOf(followEvent(paid, event, T0))).toEqual(expected)
  })

  it.each(['served', 'cut_short', 'cancelled', 'never_started'] as const)(
    'unpaid, it expires when the event is %s, and is not paid any more',
    ending => {
      const decided = followEvent(unpaid, ended(ending, 60_000), T0)
      expect(stateOf(decided)).toEqual(['expired', 'unpaid', 0])
      expect(decided).toMatchObject({ cancelIntent: 'yes' })
    },
  )

  it('unpaid, it expires at the press that ends the event, before its places are settled', () => {
    const counting = { ...toCome, isOver: true, begunAt: T0 }
    const decided = followEvent(unpaid, counting, T0)
    expect(stateOf(decided)).toEqual(['expired', 'unpaid', 0])
    expect(decided).toMatchObject({ cancelIntent: 'yes' })
  })

  it('begins with the event once it is paid, and only once', () => {
    const begun = { ...toCome, begunAt: T0 }
    expect(followEvent(unpaid, begun, T0)).toBeNull()
    expect(followEvent(paid, begun, T0)).toMatchObject({ patch: { state: 'accepted', begunAt: T0 } })
    expect(followEvent({ ...paid, state: 'accepted', begunAt: T0 }, begun, later(1))).toBeNull()
  })

  it.each([
    ['runs', { ...toCome, begunAt: T0, isQueue: true }, null],
    ['was served', { ...ended('served', 60_000), isQueue: true }, null],
    ['was cut short', { ...ended('cut_short', 20_000), isQueue: true }, null],
    ['was cancelled', { ...ended('cancelled'), isQueue: true }, ['cancelled', 'cancelled', 500]],
    ['was never opened', { ...ended('never_started'), isQueue: true }, ['expired', 'influencer_absent', 500]],
  ] as const)('in a queue that %s only where no turn decides', (_what, event, expected) => {
    expect(stateOf(followEvent(paid, event, T0))).toEqual(expected)
  })

  it('unpaid in a queue, it waits until the queue is over', () => {
    expect(followEvent(unpaid, { ...toCome, begunAt: T0, isQueue: true }, T0)).toBeNull()
    const decided = followEvent(unpaid, { ...ended('served', 60_000), isQueue: true }, T0)
    expect(stateOf(decided)).toEqual(['expired', 'unpaid', 0])
  })

  it.each(['completed', 'rejected', 'cancelled', 'expired'] as const)('but not once it is %s', state => {
    expect(followEvent({ ...paid, state, outcome: 'rejected' }, ended('served', 60_000), T0)).toBeNull()
  })
})

describe('time', () => {
  it('gives all of it back when an undated event is not held in 30 days, to the millisecond', () => {
    expect(applyPlaceRules(paid, toCome, later(30 * DAY_MS - 1))).toMatchObject({
      patch: {},
      recheckAt: later(30 * DAY_MS - 1 + 3_600_000),
    })
    expect(stateOf(applyPlaceRules(paid, toCome, later(30 * DAY_MS)))).toEqual(['expired', 'unclaimed', 500])
  })

  it('leaves a dated event and one that began to the event’s own rules', () => {
    const datedPlace = { ...paid, startsAt: later(40 * DAY_MS), endsAt: later(40 * DAY_MS + 60_000) }
    expect(applyPlaceRules(datedPlace, toCome, later(31 * DAY_MS))).toHaveProperty('recheckAt')
    const begun = { ...paid, state: 'accepted' as const, begunAt: T0 }
    expect(applyPlaceRules(begun, { ...toCome, begunAt: T0 }, later(31 * DAY_MS))).toHaveProperty('recheckAt')
  })
})
