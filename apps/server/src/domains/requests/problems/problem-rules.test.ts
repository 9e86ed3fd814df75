import { PROBLEM_WITHIN_MS } from '@parley/contract'
import { describe, expect, it } from 'vitest'
import type { Attendance } from '../calls/call-time.ts'
import type { RequestFacts } from '../request.ts'
import { MADE_AT, nobodyCame, paidRequest } from '../testing/request-facts.ts'
import {
  type EarlierProblem,
  findAgain,
  findTurnAgain,
  isForStaff,
  isOften,
  isProvable,
  reportableUntil,
} from './problem-rules.ts'

const START_MS = MADE_AT.getTime()
const span = (fromMs: number, untilMs: number) => ({ fromMs: START_MS + fromMs, untilMs: START_MS + untilMs })
const seen = (what: Partial<Attendance>): Attendance => ({ ...nobodyCame, ...what })
const over: RequestFacts = { ...paidRequest, state: 'completed', outcome: 'served', endedAt: MADE_AT }
/** A call of 15 minutes that both had agreed to begin when it was made. */
const dated: RequestFacts = {
  ...over,
  outcome: 'buyer_absent',
  startsAt: MADE_AT,
  endsAt: new Date(START_MS + 900_000),
}

it.each([
  ['call', 'used_up', true],
  ['turn', 'not_used', true],
  ['turn', 'turn_not_reached', true],
  // A fan who was not there, or left, would have their money back although the event keeps it.
  ['turn', 'buyer_absent', false],
  ['turn', 'left_line', false],
  ['turn', 'disputed_in_line', false],
  ['watched', 'place_ended', false],
] as const)(
  'decides by the record about absence and cut calls of two: of a %s settled by %s, %s',
  (meeting, settledBy, isByRecord) => {
    for (const kind of ['other_absent', 'cut_short'] as const)
      expect(isProvable(kind, { meeting, settledBy })).toBe(isByRecord)
    expect(isProvable('conduct', { meeting, settledBy })).toBe(false)
  },
)

const FIRST_DAYS_MS = START_MS + PROBLEM_WITHIN_MS
it.each<[string, Partial<RequestFacts>, number | undefined]>([
  ['a served call', {}, FIRST_DAYS_MS],
  ['a turn that did not come', { state: 'expired', outcome: 'turn_not_reached' }, FIRST_DAYS_MS],
  [
    'one to which the influencer did not come',
    { state: 'expired', outcome: 'influencer_absent' },
    FIRST_DAYS_MS,
  ],
  ['one that was cancelled', { state: 'cancelled', outcome: 'cancelled' }, undefined],
  ['one that goes on', { endedAt: null }, undefined],
])('says until when somebody may report %s', (_what, changed, untilMs) => {
  expect(reportableUntil({ ...over, ...changed }, [], 'fan')?.getTime()).toBe(untilMs)
})

describe('a call about which something was reported before', () => {
  const DECIDED_MS = START_MS + 3_600_000
  const byStaff = (reporterId: string): EarlierProblem => ({
    ...{ reporterId, state: 'settled', settledAt: new Date(DECIDED_MS), settledBy: 'staff' },
  })
  const byRecord = (reporterId: string): EarlierProblem => ({ ...byStaff(reporterId), settledBy: null })
  const open = (reporterId: string): EarlierProblem => ({
    ...byRecord(reporterId),
    state: 'open',
    settledAt: null,
  })
  it.each<[string, EarlierProblem[], number | undefined]>([
    ['by them, settled by staff', [byStaff('fan')], FIRST_DAYS_MS],
    ['by them, settled by the record', [byRecord('fan')], FIRST_DAYS_MS],
    ['by the other, settled by the record', [byRecord('star')], FIRST_DAYS_MS],
    ['by the other, settled by staff', [byStaff('star')], DECIDED_MS + PROBLEM_WITHIN_MS],
    ['by the other, and not settled', [open('star')], FIRST_DAYS_MS],
    ['twice by them', [byRecord('fan'), byStaff('fan')], undefined],
    ['twice by the other', [byRecord('star'), byStaff('star')], DECIDED_MS + PROBLEM_WITHIN_MS],
  ])('may be reported by a party again: %s', (_what, earlier, untilMs) => {
    expect(reportableUntil(over, earlier, 'fan')?.getTime()).toBe(untilMs)
    expect(isOften(earlier, 'fan')).toBe(untilMs === undefined)
  })
  it('is looked at by a person if the record answered the same party before', () => {
    expect(isForStaff(over, [byRecord('fan')], 'fan')).toBe(true)
    expect(isForStaff(over, [byRecord('fan')], 'star')).toBe(false)
    expect(isForStaff(over, [byStaff('fan')], 'fan')).toBe(false)
    expect(isForStaff(over, [open('fan')], 'fan')).toBe(false)
  })
  it('is looked at by a person if one of the two ended and reported it', () => {
    expect(isForStaff({ settledBy: 'reported' }, [byStaff('star')], 'fan')).toBe(true)
  })
})

describe('a call that is looked at again', () => {
  it('stays paid where the influencer waited as long as was needed', () => {
    const found = findAgain(dated, seen({ influencerAlone: [span(0, 600_000)] }))
    expect(found).toEqual({ rule: 'buyer_absent', backPence: 0 })
  })

  it('gives all back where the buyer alone came, and where nobody did', () => {
    const alone = findAgain(dated, seen({ buyerAlone: [span(0, 600_000)] }))
    expect(alone).toEqual({ rule: 'influencer_absent', backPence: 2500 })
    expect(findAgain(dated, nobodyCame)).toEqual({ rule: 'nobody_came', backPence: 2500 })
  })

  it('stays paid where the buyer ended it before it began, although the influencer could not wait on', () => {
    const ended = { ...dated, settledBy: 'ended_by_buyer' as const }
    const found = findAgain(ended, seen({ influencerAlone: [span(0, 180_000)] }))
    expect(found).toEqual({ rule: 'ended_by_buyer', backPence: 0 })
  })

  it('gives back no more than is left beside what went back before or to a bank', () => {
    const before = { ...dated, refundedPence: 1000 as typeof dated.refundedPence }
    expect(findAgain(before, nobodyCame).backPence).toBe(1500)
    const bank = { ...dated, chargedBackPence: 2500 as typeof dated.chargedBackPence }
    expect(findAgain(bank, nobodyCame).backPence).toBe(0)
  })

  it('is used up within the five seconds that a killed process may have lost of the record', () => {
    const usedUp = { ...over, settledBy: 'used_up' as const, begunAt: MADE_AT }
    const found = (usedMs: number) => findAgain(usedUp, seen({ usedMs, together: [span(0, usedMs)] }))
    expect(found(895_000)).toEqual({ rule: 'used_up', backPence: 0 })
    expect(found(894_999).rule).not.toBe('used_up')
  })
})

describe('a turn in a line that is looked at again', () => {
  /** A place of 15 minutes for 25.00. */
  const place: RequestFacts = { ...over, requestType: 'broadcast', begunAt: MADE_AT, settledBy: 'not_used' }
  const used = (...parts: (readonly [fromMs: number, untilMs: number])[]): Attendance =>
    seen({
      usedMs: parts.reduce((sum, [fromMs, untilMs]) => sum + untilMs - fromMs, 0),
      together: parts.map(([fromMs, untilMs]) => span(fromMs, untilMs)),
    })
  const back = (pence: number) => ({ ...place, refundedPence: pence as typeof place.refundedPence })

  it.each<[string, RequestFacts, Attendance, string, number]>([
    ['was cut by Next, and the rest went back then', back(1250), used([0, 450_000]), 'not_used', 0],
    ['was cut, and the record was corrected since', back(1250), used([0, 360_000]), 'not_used', 250],
    [
      'broke off, and its rest came as one more turn',
      { ...place, settledBy: 'used_up' },
      used([0, 450_000], [900_000, 1_350_000]),
      'used_up',
      0,
    ],
    ['broke off twice', back(500), used([0, 450_000], [900_000, 1_170_000]), 'not_used', 0],
    ['broke off, and its host gave more back than was due', back(2000), used([0, 450_000]), 'not_used', 0],
    [
      'used all but the seconds that a killed process lost',
      { ...place, settledBy: 'used_up' },
      used([0, 895_000]),
      'used_up',
      0,
    ],
    [
      'did not come, and all of it went back',
      { ...back(2500), begunAt: null },
      nobodyCame,
      'turn_not_reached',
      0,
    ],
  ])('%s', (_what, facts, attendance, rule, backPence) => {
    expect(findTurnAgain(facts, attendance)).toEqual({ rule, backPence })
  })

  it('keeps nothing because its host waited, or because its fan pressed End Call', () => {
    const attendance = {
      ...used([0, 450_000]),
      influencerAlone: [span(450_000, 1_050_000)],
      buyerEndedAtMs: START_MS + 450_000,
    }
    expect(findTurnAgain(place, attendance)).toEqual({ rule: 'not_used', backPence: 1250 })
  })
})
