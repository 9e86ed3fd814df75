import { expect, it } from 'vitest'
import { lengthText, secondsOf } from './length.ts'

it.each<[string | number, string | number, number | null, string | null]>([
  ['15', '2', 900, '15 minutes'],
  [15, 1, 15, '15 seconds'],
  ['1', '3', 3600, '1 hour'],
  ['24', '3', 86_400, '24 hours'],
  ['25', '3', null, null],
  ['0', '2', null, null],
  ['0.001', '2', null, null],
  ['', '2', null, null],
  ['ten', '2', null, null],
  ['15', '4', 15, null],
])('%s in unit %s is %s s', (duration, unit, seconds, text) => {
  expect(secondsOf({ duration, unit })).toBe(seconds)
  expect(lengthText({ duration, unit })).toBe(text)
})
