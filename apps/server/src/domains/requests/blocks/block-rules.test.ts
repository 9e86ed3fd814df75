import type { BlockEffect } from '@parley/contract'
import { HOUR_MS, MINUTE_MS } from '@parley/contract'
import { expect, it } from 'vitest'
import type { RequestFacts } from '../request.ts'
import { MADE_AT, paidRequest, unpaidRequest } from '../testing/request-facts.ts'
import {
  type BlockFacts,
  blockEffect,
  type EndedByBlock,
  endByBlock,
  isLate,
  isPressedOften,
} from './block-rules.ts'

const after = (hours: number) => new Date(MADE_AT.getTime() + hours * HOUR_MS)
/** A strict call a day after it was paid: from then on half comes back, later nothing. */
const strict: RequestFacts = {
  ...paidRequest,
  startsAt: after(48),
  endsAt: after(49),
  moneyBackPolicy: 'strict',
  moneyBackAtMost: 100,
}
const byBuyer: BlockFacts = {
  by: 'buyer',
  leftWhoWaits: false,
  usedMs: 0,
  ladderStands: false,
  leavingKeeps: false,
  now: after(30),
}
const byInfluencer: BlockFacts = { ...byBuyer, by: 'influencer' }

it.each<[string, RequestFacts, Partial<BlockFacts>, BlockEffect | null]>([
  ['a request that ended stays as it is', { ...paidRequest, state: 'cancelled' }, {}, null],
  ['the influencer declines it', paidRequest, { by: 'influencer' }, 'rejected'],
  ['the buyer cancels it, and all comes back', strict, {}, 'cancelled'],
  ['the buyer who blocks often cancels it late', strict, { ladderStands: true }, 'cancelled_late'],
  ['who attends a gift does not attend any more', paidRequest, { by: 'attendee_side' }, 'not_attending'],
  ['a call that has begun is left', { ...paidRequest, begunAt: MADE_AT }, {}, 'left'],
  [
    'a place at an event that is on air ends',
    { ...paidRequest, requestType: 'broadcast', begunAt: MADE_AT },
    {},
    'place_ended',
  ],
  ['the buyer who is waited for pays', strict, { leftWhoWaits: true, now: after(48) }, 'stays_paid'],
  ['the buyer who is waited for before the start does not', strict, { leftWhoWaits: true }, 'cancelled'],
  [
    'nobody pays for what was never paid',
    { ...strict, paymentStatus: 'unpaid', paidAt: null },
    { leftWhoWaits: true, now: after(48) },
    'cancelled',
  ],
])('%s', (_what, request, facts, effect) => {
  expect(blockEffect(request, { ...byBuyer, ...facts })).toBe(effect)
})

it('is late only after the ladder has begun to fall, before the start, and of what was paid', () => {
  expect(isLate(strict, after(30))).toBe(true)
  expect(isLate(strict, after(48))).toBe(false)
  expect(isLate({ ...strict, paidAt: null }, after(30))).toBe(false)
  expect(isLate(unpaidRequest, after(30))).toBe(false)
})

it('gives all back when the influencer blocks, and to a buyer who blocks without having blocked often', () => {
  expect(endByBlock(strict, byInfluencer)).toMatchObject({
    patch: { state: 'rejected' },
    refund: { pence: 2500 },
  })
  expect(endByBlock(strict, byBuyer)).toMatchObject({
    patch: { state: 'cancelled' },
    refund: { pence: 2500 },
  })
})

it('gives by the ladder what a buyer who blocks often would have by cancelling', () => {
  const decided = endByBlock(strict, { ...byBuyer, ladderStands: true })
  expect(decided).toMatchObject({ patch: { settledBy: 'cancelled_late' } })
})

it('gives for a place what was not shown, and nothing once all of it was', () => {
  const place: RequestFacts = { ...paidRequest, requestType: 'broadcast', begunAt: MADE_AT }
  const shown = (usedMs: number) => endByBlock(place, { ...byBuyer, usedMs })
  expect(shown(450_000)).toMatchObject({ patch: { outcome: 'part_served' }, refund: { pence: 1250 } })
  expect(shown(900_000)).toMatchObject({ patch: { outcome: 'served' }, refund: null })
})

it('leaves a call that has begun to the rules of time', () => {
  expect(endByBlock({ ...paidRequest, begunAt: MADE_AT }, byBuyer)).toBeNull()
})

it('of a place in an open queue is staying away where that is kept, and cancelling elsewhere', () => {
  const place: RequestFacts = { ...paidRequest, requestType: 'broadcast', startsAt: after(48) }
  const called = { ...byBuyer, leftWhoWaits: true, now: after(49) }
  for (const why of ['left_line', 'buyer_absent'] as const)
    expect(endByBlock(place, { ...called, leavingKeeps: why })).toMatchObject({
      patch: { outcome: why, settledBy: why },
      refund: null,
    })
  expect(endByBlock(place, called)).toMatchObject({ patch: { state: 'cancelled' }, refund: { pence: 2500 } })
})

/** Ended by a block so long after the first; booked before it unless it is said. */
const ended = (by: string, afterMs: number, bookedAfterMs = -HOUR_MS): EndedByBlock => ({
  request: { influencerId: by, createdAt: new Date(MADE_AT.getTime() + bookedAfterMs) },
  at: new Date(MADE_AT.getTime() + afterMs),
})

it.each<[string, boolean, EndedByBlock[]]>([
  ['one call', false, [ended('ivy', 0)]],
  ['calls with two people', true, [ended('ivy', 0), ended('mia', 0)]],
  ['two calls with one person within a minute', false, [ended('ivy', 0), ended('ivy', MINUTE_MS)]],
  ['two calls with one person over a minute apart', true, [ended('ivy', 0), ended('ivy', MINUTE_MS + 1)]],
  ['a call that was booked at the moment of the press', false, [ended('ivy', 0), ended('ivy', 50, 0)]],
  ['a call that was booked after the press', true, [ended('ivy', 0), ended('ivy', 50, 1)]],
])('a buyer who ended %s by blocks has pressed twice: %s', (_what, isOften, calls) => {
  expect(isPressedOften(calls)).toBe(isOften)
})
