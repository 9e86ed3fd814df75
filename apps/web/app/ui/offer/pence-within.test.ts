import { pence } from '@parley/contract/money'
import { expect, it } from 'vitest'
import { penceWithin } from './pence-within.ts'

it.each([
  ['0', 0],
  ['5', 500],
  [' 12.5 ', 1250],
  ['25.00', 2500],
  ['25.01', null],
  ['-1', null],
  ['1e1', null],
  ['', null],
])('%j of 25.00 that are left is %s pence', (typed, sum) => {
  expect(penceWithin(typed, pence(2500))).toBe(sum)
})
