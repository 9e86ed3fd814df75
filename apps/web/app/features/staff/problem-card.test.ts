import { expect, it } from 'vitest'
import { poundsWithin } from './problem-card.tsx'

it.each([
  ['0', '0.00'],
  ['5', '5.00'],
  [' 12.5 ', '12.50'],
  ['25.00', '25.00'],
  ['25.01', null],
  ['-1', null],
  ['1e1', null],
  ['', null],
])('%j of 25.00 that are left is %s', (typed, amount) => {
  expect(poundsWithin(typed, '25.00')).toBe(amount)
})
