import { PROBLEM_WITHIN_MS } from '@parley/contract'
import { describe, expect, it } from 'vitest'
import type { Attendance } from '../calls/call-time.ts'
import type { RequestFacts } from '../request.ts'
import { MADE_AT, nobodyCame, paidRequest } from '../testing/request-facts.ts'
import { canReport, findAgain, isProvable } from './problem-rules.ts'

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

it('decides by the record about absence and cut calls of two, never about an event', () => {
  expect(isProvable('other_absent', over)).toBe(true)
  expect(isProvable('cut_short', over)).toBe(true)
  expect(isProvable('other_absent', { requestType: 'broadcast' })).toBe(false)
})

it.each<[string, Partial<RequestFacts>, number, boolean]>([
  ['a served call, at once', {}, 0, true],
  ['a served call, just in time', {}, PROBLEM_WITHIN_MS - 1, true],
  ['a served call, too late', {}, PROBLEM_WITHIN_MS, false],
  ['a turn that did not come', { state: 'expired', outcome: 'turn_not_reached' }, 0, true],
  ['one to which the influencer did not come', { state: 'expired', outcome: 'influencer_absent' }, 0, true],
  ['one that was cancelled', { state: 'cancelled', outcome: 'cancelled' }, 0, false],
  ['one that goes on', { endedAt: null }, 0, false],
])('says whether somebody may report %s', (_what, changed, laterMs, may) => {
  expect(canReport({ ...over, ...changed }, new Date(START_MS + laterMs))).toBe(may)
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
