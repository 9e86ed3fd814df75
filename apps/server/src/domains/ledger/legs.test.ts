import { pence } from '@parley/contract'
import { describe, expect, it } from 'vitest'
import { disputeLostLegs, influencerSharePence, platformFeePence } from './legs.ts'

describe('the platform’s share', () => {
  it.each([
    [10_000, 1_000, 1_000],
    [2_500, 1_000, 250],
    [2_509, 1_000, 250],
    [9, 1_000, 0],
    [10, 1_000, 1],
    [1_000_000, 1_250, 125_000],
    [2_500, 0, 0],
  ])('of %i pence at %i basis points is %i, and the rest the influencer’s', (net, basisPoints, fee) => {
    const netPence = pence(net)
    expect(platformFeePence(netPence, basisPoints)).toBe(fee)
    expect(influencerSharePence(netPence, basisPoints)).toBe(netPence - fee)
  })
})

describe('a lost dispute', () => {
  it('of a sale that nobody earned takes what is held, and no penny of an influencer', () => {
    const legs = disputeLostLegs({
      requestId: 'request',
      amountPence: pence(2_500),
      refundsPence: pence(0),
      heldPence: pence(2_500),
      earned: null,
    })
    expect(legs.map(({ amountPence }) => amountPence)).toEqual([-2_500, 2_500])
  })
})
