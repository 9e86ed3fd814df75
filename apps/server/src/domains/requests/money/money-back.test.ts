import { HOUR_MS, pence, seconds } from '@parley/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atMostAfterMove, cancellingGives, moneyBackPence, type RuledCause } from './money-back.ts'

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

describe('a cancellation', () => {
  const START = new Date('2026-03-04T12:00:00Z')
  const before = (hours: number) => new Date(START.getTime() - hours * HOUR_MS)
  const paidLongAgo = { ...sale, startsAt: START, paidAt: before(1000) }

  it.each([
    ['has a policy and no date', { ...paidLongAgo, moneyBackPolicy: 'strict' as const, startsAt: null }],
    ['has a date and no policy', { ...paidLongAgo, moneyBackPolicy: null }],
  ])('of a sale that %s gives all of it back, and so does one after a move', (_what, undated) => {
    expect(cancellingGives(undated, before(1))).toEqual({ pence: 2500, cause: 'cancelled' })
    expect(atMostAfterMove(undated, before(1))).toBe(100)
  })

  it('gives what its ladder gives, of what is left, and nothing from the start on', () => {
    const laddered = { ...paidLongAgo, moneyBackPolicy: 'strict' as const }
    expect(cancellingGives(laddered, before(73))).toEqual({ pence: 2500, cause: 'cancelled' })
    expect(cancellingGives(laddered, before(25))).toEqual({ pence: 1250, cause: 'cancelled_late' })
    const partlyBack = { ...laddered, refundedPence: pence(500) }
    expect(cancellingGives(partlyBack, before(25))).toEqual({ pence: 1000, cause: 'cancelled_late' })
    expect(cancellingGives(laddered, START)).toEqual({ pence: 0, cause: 'cancelled_late' })
    expect([73, 25, 1, 0].map(hours => atMostAfterMove(laddered, before(hours)))).toEqual([100, 50, 0, 0])
  })
})
