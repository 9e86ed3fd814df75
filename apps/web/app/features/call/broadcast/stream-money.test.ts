import { expect, it } from 'vitest'
import { endingText } from './stream-money.ts'

it.each([
  [
    '5.00',
    3600,
    2400,
    '40:00 of 60:00 was not broadcast, so that part of every place goes back: £3.34 of £5.00.',
  ],
  [
    '5.00',
    60,
    60,
    '01:00 of 01:00 was not broadcast, so that part of every place goes back: £5.00 of £5.00.',
  ],
  [
    '10.00',
    3,
    1,
    '00:01 of 00:03 was not broadcast, so that part of every place goes back: £3.34 of £10.00.',
  ],
] as const)('at £%s for %i seconds with %i left', (amount, totalSeconds, leftSeconds, words) => {
  expect(endingText({ amount, totalSeconds, leftSeconds })).toBe(words)
})

it('names no figures where the clock is not known', () => {
  expect(endingText({ amount: '5.00', totalSeconds: 60, leftSeconds: null })).toBe(
    'Everybody who paid for a place gets back the part that was not broadcast, to the second.',
  )
})
