import { expect, it } from 'vitest'
import { pence } from './money.ts'
import { basisPointsOf, influencerSharePence, platformFeePence } from './platform-fee.ts'

it.each([
  [10_000, 10, 1_000],
  [2_500, 10, 250],
  [2_509, 10, 250],
  [999, 10, 99],
  [9, 10, 0],
  [10, 10, 1],
  [1_800, 12.5, 225],
  [1_000_000, 12.5, 125_000],
  [2_500, 0, 0],
  // 0.29 * 100 is a little less than 29 as a float.
  [10_000, 0.29, 29],
])('of %i pence at %d %% the platform gets %i, and the influencer the rest', (net, percent, fee) => {
  const netPence = pence(net)
  expect(platformFeePence(netPence, basisPointsOf(percent))).toBe(fee)
  expect(influencerSharePence(netPence, basisPointsOf(percent))).toBe(netPence - fee)
})
