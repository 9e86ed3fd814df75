import { pence, seconds } from '@parley/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moneyBackPence, type RuledCause } from './money-back.ts'

const sale = { pricePence: pence(2500), refundedPence: pence(0), durationSeconds: seconds(900) }

describe('money back', () => {
  it.each<[RuledCause, number, number]>([
    ['rejected', 0, 2500],
    ['cancelled', 0, 2500],
    ['late_money', 0, 2500],
    ['never_used', 0, 2500],
    ['influencer_absent', 0, 2500],
    ['nobody_came', 0, 2500],
    ['buyer_absent', 0, 0],
    ['left_line', 0, 0],
    ['ended_by_buyer', 450_000, 0],
    ['influencer_waited', 450_000, 0],
    ['cut_by_influencer', 450_000, 1250],
    ['not_used', 450_000, 1250],
    ['not_used', 0, 2500],
    ['not_used', 900_000, 0],
    ['used_up', 900_000, 0],
  ])('%s after %i ms gives back %i pence', (cause, usedMs, expected) => {
    expect(moneyBackPence(sale, cause, usedMs)).toBe(expected)
  })

  it('counts a second that was only begun as unused', () => {
    const short = { pricePence: pence(100), refundedPence: pence(0), durationSeconds: seconds(3) }
    expect(moneyBackPence(short, 'not_used', 1_999)).toBe(67)
    expect(moneyBackPence(short, 'not_used', 2_000)).toBe(34)
  })

  it('never gives back more than is left, and rounds in the favour of the buyer', () => {
    const causes: RuledCause[] = ['rejected', 'cut_by_influencer', 'not_used', 'ended_by_buyer']
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 1_000_000 }),
        fc.integer({ min: 1, max: 86_400 }),
        fc.nat(90_000_000),
        fc.nat(1_000_000),
        fc.constantFrom(...causes),
        (price, length, usedMs, refunded, cause) => {
          const [pricePence, durationSeconds] = [pence(price), seconds(length)]
          const refundedPence = pence(Math.min(refunded, pricePence))
          const back = moneyBackPence({ pricePence, refundedPence, durationSeconds }, cause, usedMs)
          expect(Number.isInteger(back)).toBe(true)
          expect(back).toBeGreaterThanOrEqual(0)
          expect(back + refundedPence).toBeLessThanOrEqual(pricePence)
          if (['cut_by_influencer', 'not_used'].includes(cause) && refundedPence === 0) {
            const exact =
              (pricePence * Math.max(0, durationSeconds * 1000 - usedMs)) / (durationSeconds * 1000)
            expect(back).toBeGreaterThanOrEqual(exact - 1e-6)
          }
        },
      ),
    )
  })
})
