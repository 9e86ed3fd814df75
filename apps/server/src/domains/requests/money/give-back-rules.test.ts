import { GIVE_BACK_ALONE_MAX_PENCE, GIVE_BACK_WITHIN_MS, messages, pence } from '@parley/contract'
import { describe, expect, it, test } from 'vitest'
import { Refusal } from '../../../core/refusal.ts'
import type { RequestFacts } from '../request.ts'
import { MADE_AT, paidRequest, unpaidRequest } from '../testing/request-facts.ts'
import {
  assertGivable,
  assertLeft,
  assertNoParty,
  assertUnchanged,
  earnedOf,
  hasSideIn,
  isPaidLongAgo,
  isTooMuchAlone,
} from './give-back-rules.ts'

/** The code and body of a refusal; null where nothing is refused. */
function refused(act: () => void) {
  try {
    act()
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [error.code, error.body]
  }
}

describe('a sale', () => {
  test.each<[string, RequestFacts, string | null]>([
    ['that is paid may be given back', paidRequest, null],
    ['that nobody paid may not', unpaidRequest, 'conflict'],
    ['whose payment is disputed may not', { ...paidRequest, paymentStatus: 'disputed' }, 'conflict'],
    [
      'whose payment the bank took back may not',
      { ...paidRequest, paymentStatus: 'charged_back' },
      'conflict',
    ],
    ['whose call runs may not', { ...paidRequest, begunAt: MADE_AT }, 'conflict'],
    ['whose call is over may', { ...paidRequest, begunAt: MADE_AT, state: 'completed' }, null],
  ])('%s', (_what, request, code) => {
    expect(refused(() => assertGivable(request))?.[0] ?? null).toBe(code)
  })

  it('gives back what is left of it, and not a penny more', () => {
    const sale = { ...paidRequest, refundedPence: pence(500), chargedBackPence: pence(300) }
    expect(refused(() => assertLeft(sale, pence(1700), 'amount'))).toBeNull()
    expect(refused(() => assertLeft(sale, pence(1701), 'amount'))).toEqual([
      'invalid',
      { amount: [messages.moreThanLeft] },
    ])
    expect(refused(() => assertLeft(sale, pence(1701), 'back'))).toEqual([
      'invalid',
      { back: [messages.moreThanLeft] },
    ])
  })

  it('is for its influencer to give back for 180 days from its payment', () => {
    const later = (ms: number) => new Date(MADE_AT.getTime() + ms)
    expect(isPaidLongAgo(paidRequest, later(GIVE_BACK_WITHIN_MS))).toBe(false)
    expect(isPaidLongAgo(paidRequest, later(GIVE_BACK_WITHIN_MS + 1))).toBe(true)
    expect(isPaidLongAgo(unpaidRequest, MADE_AT)).toBe(true)
  })

  it('is given back by its earners once it is released, and from held money before', () => {
    const sale = { ...paidRequest, feeBasisPoints: 1_000, refundedPence: pence(500) }
    expect(earnedOf(sale, pence(200))).toBeNull()
    expect(earnedOf({ ...sale, releasedAt: MADE_AT }, pence(200))).toEqual({
      influencerId: 'ivy',
      netPence: 2000,
      feeBasisPoints: 1_000,
      backPence: 200,
    })
    expect(earnedOf({ ...sale, releasedAt: MADE_AT, influencerId: null }, pence(200))).toBeNull()
  })
})

describe('a member of staff', () => {
  const sides = { buyerId: 'fred', influencerId: 'ivy', attendeeId: 'ann' }

  it('does not decide about a sale in which they have a side', () => {
    for (const id of ['fred', 'ivy', 'ann']) {
      expect(hasSideIn(sides, id)).toBe(true)
      expect(refused(() => assertNoParty(sides, id))?.[0]).toBe('forbidden')
    }
    expect(hasSideIn(sides, 'desk')).toBe(false)
    expect(refused(() => assertNoParty(sides, 'desk'))).toBeNull()
  })

  it('gives back alone what all their sums of one sale allow', () => {
    const half = GIVE_BACK_ALONE_MAX_PENCE / 2
    expect([isTooMuchAlone([]), isTooMuchAlone([half, half]), isTooMuchAlone([half, half, 1])]).toEqual([
      false,
      false,
      true,
    ])
  })

  it('decides about the sale that they saw, and not while a problem with it is open', () => {
    const row = { version: 3, problemOpen: false }
    expect(refused(() => assertUnchanged(row, 3))).toBeNull()
    expect(refused(() => assertUnchanged(row, 2))?.[0]).toBe('conflict')
    expect(refused(() => assertUnchanged({ ...row, problemOpen: true }, 3))?.[0]).toBe('conflict')
  })
})
