import { expect, it } from 'vitest'
import {
  formatAmount,
  isSomething,
  type Pence,
  parseAmount,
  pence,
  penceOf,
  poundsInEnglish,
} from './money.ts'

it.each([
  ['25', 2500],
  ['25.5', 2550],
  [25.5, 2550],
  [' 1 ', 100],
  ['10000.00', 1_000_000],
])('%j pounds are %i pence', (typed, inPence) => {
  expect(parseAmount(typed)).toBe(inPence)
})

it.each(['0.99', '10000.01', '5.001', '-5', '£5', '1e3', '', 'NaN', 0.1 + 0.2])(
  '%j is no amount that is taken',
  typed => {
    expect(parseAmount(typed)).toBeNull()
  },
)

it.each([
  [2500, '25.00'],
  [5, '0.05'],
  [1, '0.01'],
  [0, '0.00'],
  [-1, '-0.01'],
  [-1250, '-12.50'],
])('%i pence are written %s', (inPence, text) => {
  expect(formatAmount(inPence)).toBe(text)
})

it.each([2500, 5, 0, -1, -1250, 123_456_789])('the written amount of %i pence is read back', inPence => {
  expect(penceOf(formatAmount(inPence))).toBe(inPence)
})

it.each(['', '25.5', '£25.00', '1,000.00', 'NaN', '1e3'])('the API never writes %j as an amount', text => {
  expect(() => penceOf(text)).toThrow('two digits')
})

it.each([
  ['0.01', true],
  ['0.00', false],
  ['-0.01', false],
  [null, false],
  [undefined, false],
])('%j is more than nothing: %s', (amount, is) => {
  expect(isSomething(amount)).toBe(is)
})

it('half a penny is no money', () => {
  expect(() => pence(0.5)).toThrow('whole number')
})

it('a plain number does not compile where pence are expected', () => {
  // @ts-expect-error: 25 may be pounds or pence.
  const price: Pence = 25
  expect(price).not.toBe(pence(2500))
})

it.each([
  ['9.50', '£9.50'],
  ['999.99', '£999.99'],
  ['2500.00', '£2,500.00'],
  ['1234567.89', '£1,234,567.89'],
])('%s is written in English as %s', (amount, text) => {
  expect(poundsInEnglish(amount)).toBe(text)
})
