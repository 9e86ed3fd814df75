import { expect, test } from 'vitest'
import { addMonths, blanksBefore, datesOf } from './month.ts'

test.each([
  ['2027-02', 28, 0, '2027-03'],
  ['2028-02', 29, 1, '2028-03'],
  ['2026-12', 31, 1, '2027-01'],
  ['2026-11', 30, 6, '2026-12'],
])('%s has %i days, begins %i days after Monday and is followed by %s', (month, days, blanks, next) => {
  expect(datesOf(month)).toHaveLength(days)
  expect(blanksBefore(month)).toBe(blanks)
  expect(addMonths(month, 1)).toBe(next)
  expect(addMonths(next, -1)).toBe(month)
})
