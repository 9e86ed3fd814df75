import { HOUR_MS, MINUTE_MS, SLOT_HOLD_PROCESSING_MS, SLOT_MOVES_MAX } from '@parley/contract'
import { expect, it } from 'vitest'
import type { RequestFacts } from '../request.ts'
import { MADE_AT, paidRequest } from '../testing/request-facts.ts'
import {
  absentAt,
  answerBy,
  isSlotOver,
  isTooSoonForYes,
  keptUntilMs,
  presentSlot,
  proposalUntil,
} from './slot-rules.ts'

const after = (ms: number) => new Date(MADE_AT.getTime() + ms)
const byHand = { accept: 'hand', leewayMinutes: 5, moveUntilMinutes: 720 } as const

/** A paid slot of 15 minutes with 5 of leeway, for which the influencer has to say yes. */
function slot(startsInMs: number, changed: Partial<RequestFacts> = {}): RequestFacts {
  const times = { startsAt: after(startsInMs), endsAt: after(startsInMs + 20 * MINUTE_MS) }
  return { ...paidRequest, ...times, slotSequence: 0, slotTerms: byHand, ...changed }
}

it.each<[string, number, number]>([
  ['in a week: 24 hours after paying', 168 * HOUR_MS, 24 * HOUR_MS],
  ['in 5 hours: 1 hour before the start', 5 * HOUR_MS, 4 * HOUR_MS],
  ['in 70 minutes: at least 15 minutes', 70 * MINUTE_MS, 15 * MINUTE_MS],
  ['in 10 minutes: never longer than to the start', 10 * MINUTE_MS, 10 * MINUTE_MS],
])('an influencer answers a slot %s', (_when, startsInMs, answerInMs) => {
  expect(answerBy(slot(startsInMs))).toEqual(after(answerInMs))
})

it.each<[string, Partial<RequestFacts>]>([
  ['nobody has paid', { paidAt: null }],
  ['it was accepted', { state: 'accepted' }],
  ['the server says yes by itself', { slotTerms: { ...byHand, accept: 'auto' } }],
  ['the call has begun', { begunAt: MADE_AT }],
  ['the buyer decides about other times', { proposalUntil: after(HOUR_MS) }],
  ['there is no date', { startsAt: null }],
])('no answer is waited for where %s', (_what, changed) => {
  expect(answerBy(slot(24 * HOUR_MS, changed))).toBeNull()
})

it.each<[string, number, Partial<RequestFacts>, boolean]>([
  ['in an hour', 60, {}, true],
  ['where 14 minutes and 59 seconds are left', 74 + 59 / 60, {}, true],
  ['where 15 minutes are left', 75, {}, false],
  ['in an hour, although other times were suggested', 60, { proposalUntil: after(HOUR_MS) }, true],
  ['in an hour that was agreed', 60, { state: 'accepted' }, false],
  ['to a later time, with no more time than before', 200 * 60, { paidAt: after(-24 * HOUR_MS + 1) }, false],
])('a move %s is too soon for a yes: %#', (_where, startsInMinutes, changed, isTooSoon) => {
  const facts = slot(168 * HOUR_MS, { paidAt: after(-HOUR_MS), ...changed })
  expect(isTooSoonForYes(facts, after(startsInMinutes * MINUTE_MS), MADE_AT)).toBe(isTooSoon)
})

it('gives a buyer until 24 hours, or 1 hour before the old start, to answer other times', () => {
  expect(proposalUntil(after(72 * HOUR_MS), MADE_AT)).toEqual(after(24 * HOUR_MS))
  expect(proposalUntil(after(3 * HOUR_MS), MADE_AT)).toEqual(after(2 * HOUR_MS))
})

it('looks whether both came ten minutes after the start, or at the end of a shorter slot', () => {
  expect(absentAt(slot(0), MADE_AT)).toEqual(after(10 * MINUTE_MS))
  expect(absentAt(slot(0, { endsAt: after(5 * MINUTE_MS) }), MADE_AT)).toEqual(after(5 * MINUTE_MS))
  // A window of a request without a slot may be shorter too; its end is another rule.
  const plain = slot(0, { endsAt: after(5 * MINUTE_MS), slotSequence: null })
  expect(absentAt(plain, MADE_AT)).toEqual(after(10 * MINUTE_MS))
})

it.each<[string, Partial<RequestFacts>, number]>([
  ['that needs a yes by hand, from its start on', {}, 0],
  ['that has its yes, when both had to be there', { state: 'accepted' }, 10 * MINUTE_MS],
  [
    'that needs none, when both had to be there',
    { slotTerms: { ...byHand, accept: 'auto' } },
    10 * MINUTE_MS,
  ],
])('sells no slot %s', (_what, changed, overInMs) => {
  const sold = slot(HOUR_MS, changed)
  expect(isSlotOver(sold, after(HOUR_MS + overInMs - 1))).toBe(false)
  expect(isSlotOver(sold, after(HOUR_MS + overInMs))).toBe(true)
})

it('says nothing of a request without a slot', () => {
  expect(isSlotOver(slot(0, { slotTerms: null }), after(HOUR_MS))).toBe(false)
  expect(isSlotOver(slot(0, { startsAt: null }), after(HOUR_MS))).toBe(false)
})

it('keeps a slot for an hour from when it was taken while a bank thinks', () => {
  const takenAt = MADE_AT.getTime()
  expect(keptUntilMs({ holdUntil: after(10 * MINUTE_MS) })).toBe(takenAt + SLOT_HOLD_PROCESSING_MS)
  expect(keptUntilMs({ holdUntil: null })).toBe(Number.POSITIVE_INFINITY)
})

it('shows how long an unpaid slot is held, how often it can still move, and nothing where there is no slot', () => {
  const held = slot(HOUR_MS, { paidAt: null, holdUntil: after(10 * MINUTE_MS), moves: SLOT_MOVES_MAX + 1 })
  expect(presentSlot(held, null)).toMatchObject({
    hold_expires_at: after(10 * MINUTE_MS).toISOString(),
    moves_left: 0,
    move_until: after(HOUR_MS - 12 * HOUR_MS).toISOString(),
  })
  expect(presentSlot({ ...held, paidAt: MADE_AT }, null)?.hold_expires_at).toBeNull()
  expect(presentSlot({ ...held, slotSequence: null }, null)).toBeNull()
})

it('shows other times only while they can be answered', () => {
  const proposal = { slots: [], message: 'Better?' }
  expect(presentSlot(slot(HOUR_MS), proposal)?.proposal).toBeNull()
  const proposed = slot(HOUR_MS, { proposalUntil: after(HOUR_MS) })
  expect(presentSlot(proposed, proposal)?.proposal?.answer_by).toBe(after(HOUR_MS).toISOString())
})
