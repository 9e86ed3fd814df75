import { expect, test } from 'vitest'
import { splitOf } from './split-text.ts'

test.each([
  ['25.00', 10, '£22.50', '£2.50'],
  ['9.99', 10, '£9.00', '£0.99'],
  ['1.00', 12.5, '£0.88', '£0.12'],
])('of %s at %d %% the influencer gets %s and the platform %s', (amount, percent, share, fee) => {
  expect(splitOf(amount, percent)).toEqual({ share, fee })
})
