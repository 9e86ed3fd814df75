import { expect, test } from 'vitest'
import { birthDateOf } from './birth-date.ts'

test.each([
  [{ day: '5', month: '3', year: '1990' }, '1990-03-05'],
  [{ day: ' 29 ', month: '02', year: '2000' }, '2000-02-29'],
  [{ day: '29', month: '2', year: '2001' }, null],
  [{ day: '31', month: '4', year: '1990' }, null],
  [{ day: '1', month: '13', year: '1990' }, null],
  [{ day: '1', month: '1', year: '90' }, null],
  [{ day: '', month: '1', year: '1990' }, null],
])('%o is the day %s', (parts, date) => {
  expect(birthDateOf(parts)).toBe(date)
})
