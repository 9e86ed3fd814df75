import { MINUTE_MS as MINUTE } from '@parley/contract/time-units'
import { expect, test } from 'vitest'
import { untilText } from './until-text.ts'

test.each([
  [-1, 'now'],
  [1, 'in 1 minute'],
  [12 * MINUTE, 'in 12 minutes'],
  [12 * MINUTE + 1, 'in 13 minutes'],
  [60 * MINUTE, 'in 1 hour'],
  [120 * MINUTE, 'in 2 hours'],
  [125 * MINUTE, 'in 2 h 5 min'],
  [24 * 60 * MINUTE, 'in 1 day'],
  [71 * 60 * MINUTE, 'in 2 days'],
])('%i ms is %s', (ms, words) => {
  expect(untilText(ms)).toBe(words)
})
