import { type BlockEffect, HOUR_MS } from '@parley/contract'
import { describe, expect, it, test } from 'vitest'
import { MADE_AT, nobodyCame, paidRequest } from '../testing/request-facts.ts'
import { isOfBuyer, isShownBefore, leavesWhoWaits, shownBack, sideOf } from './block-sides.ts'

const sides = { buyerId: 'fred', influencerId: 'ivy', attendeeId: 'ann', startsAt: null }
const pair = (blockerId: string, blockedId: string) => ({ blockerId, blockedId })
const after = (ms: number) => new Date(MADE_AT.getTime() + ms)

test.each([
  ['fred', 'ivy', 'buyer'],
  ['ivy', 'fred', 'influencer'],
  ['ann', 'ivy', 'attendee_side'],
  ['ivy', 'ann', 'attendee_side'],
  ['ivy', 'ann', 'influencer', MADE_AT],
  ['ann', 'ivy', 'attendee_side', MADE_AT],
  ['fred', 'ivy', 'buyer', MADE_AT],
])(
  'a block of %s against %s is pressed on the side: %s',
  (blockerId, blockedId, side, startsAt: Date | null = null) => {
    expect(sideOf({ ...sides, startsAt }, pair(blockerId, blockedId))).toBe(side)
    expect(isOfBuyer(sides, pair(blockerId, blockedId))).toBe(![blockerId, blockedId].includes('ann'))
  },
)

describe('a buyer who blocks', () => {
  const startsAt = MADE_AT
  const now = after(HOUR_MS)
  const waitsUntil = (ms: number) => ({
    ...nobodyCame,
    influencerAlone: [{ fromMs: MADE_AT.getTime(), untilMs: now.getTime() - ms }],
  })
  const left = (afterMs: number) => ({ ...nobodyCame, buyerEndedAtMs: after(afterMs).getTime() })

  test.each([
    ['leaves who waits if they ended the call at its start', left(0), 'after', true],
    ['does not if they ended it before', left(-1), 'after', false],
    ['does not if nobody came', nobodyCame, 'before', false],
    ['would, while the influencer was there ten seconds ago', waitsUntil(10_000), 'before', true],
    ['would not, when that is longer ago', waitsUntil(10_001), 'before', false],
    ['does not by who is there after the block', waitsUntil(0), 'after', false],
  ] as const)('%s', (_what, attendance, moment, leaves) => {
    expect(leavesWhoWaits({ startsAt }, attendance, { moment, now })).toBe(leaves)
  })

  it('leaves nobody in a call without a date', () => {
    expect(leavesWhoWaits({ startsAt: null }, left(0), { moment: 'after', now })).toBe(false)
  })
})

it('is shown what is paid, and to a buyer what is not', () => {
  const paid = { buyerId: 'fred', paidAt: MADE_AT }
  expect([isShownBefore(paid, 'ivy'), isShownBefore(paid, 'fred')]).toEqual([true, true])
  const unpaid = { buyerId: 'fred', paidAt: null }
  expect([isShownBefore(unpaid, 'ivy'), isShownBefore(unpaid, 'fred')]).toEqual([false, true])
})

describe('what comes back at once', () => {
  const sale = {
    ...paidRequest,
    startsAt: after(48 * HOUR_MS),
    moneyBackPolicy: 'strict' as const,
    moneyBackAtMost: 100,
    attendeeId: null,
  }
  const facts = { blockerId: 'fred', usedMs: 450_000, now: after(20 * HOUR_MS) }

  test.each<[string, BlockEffect, number | null]>([
    ['all of what the influencer ends', 'rejected', 2500],
    ['all of what the buyer ends', 'cancelled', 2500],
    ['by the ladder of a late cancellation', 'cancelled_late', 1250],
    ['what was not shown of an event', 'place_ended', 1250],
    ['nothing yet of a call that has begun', 'left', null],
    ['nothing of what stays paid', 'stays_paid', null],
  ])('is %s', (_what, effect, backPence) => {
    expect(shownBack(sale, effect, facts)).toBe(backPence)
  })

  it('is not shown to who attends in the buyer’s place, nor of what nobody paid', () => {
    expect(shownBack({ ...sale, attendeeId: 'fred' }, 'cancelled', facts)).toBeNull()
    expect(shownBack({ ...sale, paidAt: null }, 'cancelled', facts)).toBeNull()
    expect(shownBack({ ...sale, attendeeId: 'ann' }, 'cancelled', facts)).toBe(2500)
  })
})
