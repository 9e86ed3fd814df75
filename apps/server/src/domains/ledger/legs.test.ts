import { pence } from '@parley/contract'
import { describe, expect, it } from 'vitest'
import { disputeLostLegs } from './legs.ts'

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
