import { pence } from '@parley/contract/money'
import { expect, it } from 'vitest'
import { earningsOf, poundsText } from './earnings.ts'

it('an influencer gets the price minus the platform fee', () => {
  expect(earningsOf({ pricePence: pence(2500), calls: 12, feePercent: 10 })).toEqual({
    paidPence: 30_000,
    feePence: 3000,
    keptPence: 27_000,
  })
})

it('the fee is rounded down on each sale, not on their sum', () => {
  expect(earningsOf({ pricePence: pence(501), calls: 3, feePercent: 12.25 }).feePence).toBe(3 * 61)
})

it('without a fee the influencer gets everything', () => {
  expect(earningsOf({ pricePence: pence(500), calls: 2, feePercent: 0 })).toMatchObject({
    feePence: 0,
    keptPence: 1000,
  })
})

it.each([
  [27_000, '£270'],
  [1_350_000, '£13,500'],
  [135_050, '£1,350.50'],
])('%i pence are written as %s', (sum, text) => {
  expect(poundsText(pence(sum))).toBe(text)
})
