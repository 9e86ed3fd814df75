import { expect, it } from 'vitest'
import { saleOf } from './share-after-fee.ts'

it.each([
  ['18', 10, 1800, 1620],
  ['18.00', 12.5, 1800, 1575],
  ['9.99', 10, 999, 900],
  ['1.00', 0, 100, 100],
] as const)('of %s at %s %% a fee rounded down is taken', (amount, feePercent, pricePence, keptPence) => {
  expect(saleOf(amount, feePercent)).toEqual({ pricePence, keptPence })
})

it.each(['', 'many', '0.50', '10.001'])('has no result for %j, which is not a price', amount => {
  expect(saleOf(amount, 10)).toBeNull()
})
