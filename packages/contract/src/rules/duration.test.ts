import { describe, expect, it } from 'vitest'
import {
  countdownText,
  DURATION_UNITS,
  durationInUnit,
  durationText,
  durationToSeconds,
  durationUnit,
  seconds,
  typedSeconds,
} from './duration.ts'

describe('a duration', () => {
  it.each([
    [45, 1, 45],
    [15, 2, 900],
    [1.5, 3, 5400],
    [24, 3, 86_400],
    [0.5, 1, 1],
  ] as const)('of %d in unit %i is %i seconds', (value, unit, seconds) => {
    expect(durationToSeconds(value, unit)).toBe(seconds)
  })

  it.each([
    [0, 1],
    [0.4, 1],
    [-1, 2],
    [24.001, 3],
    [86_401, 1],
  ] as const)('of %d in unit %i is outside the limits', (value, unit) => {
    expect(durationToSeconds(value, unit)).toBeNull()
  })

  it.each([
    [100, 2, 1.67],
    [5400, 3, 1.5],
    [1, 3, 0],
    [90, 1, 90],
  ] as const)('of %i seconds is shown in unit %i as %d, rounded to two decimals', (seconds, unit, shown) => {
    expect(durationInUnit(seconds, unit)).toBe(shown)
  })

  it('is read with its unit, one or many', () => {
    expect([durationText(60, 2), durationText(900, 2), durationText(5400, 3)]).toEqual([
      '1 minute',
      '15 minutes',
      '1.5 hours',
    ])
  })

  it.each([
    [3600, 1, '1 hour'],
    [86_400, 1, '24 hours'],
    [120, 1, '2 minutes'],
    [5400, 1, '90 minutes'],
    [90, 1, '90 seconds'],
    [3600, 2, '60 minutes'],
    [1, 3, '1 second'],
  ] as const)(
    'of %i seconds, entered in unit %i, reads %s: many seconds as the hours they are',
    (...[seconds, unit, text]) => {
      expect(durationText(seconds, unit)).toBe(text)
    },
  )

  it('is in seconds (1), minutes (2) or hours (3)', () => {
    expect(DURATION_UNITS.map(({ code, name }) => `${code} ${name}`)).toEqual([
      '1 seconds',
      '2 minutes',
      '3 hours',
    ])
  })

  it('typed in a unit becomes whole seconds; what is no number stays for its rule to refuse', () => {
    expect([
      typedSeconds('15', '2'),
      typedSeconds('0.5', 3),
      typedSeconds('soon', 2),
      typedSeconds('', 1),
      typedSeconds('15', 'no unit'),
    ]).toEqual([900, 1800, 'soon', '', 15])
  })

  it.each(['9e2', '0x10', '0b11', '+15', '-15', 'Infinity', '1,5'])(
    'typed as %s is no number: only decimal digits are',
    typed => {
      expect(typedSeconds(typed, 2)).toBe(typed)
    },
  )

  it.each([
    [' 15 ', 900],
    ['1.5', 90],
    ['.5', 30],
    ['2.', 120],
  ])('typed as %j minutes is %i seconds', (typed, seconds) => {
    expect(typedSeconds(typed, 2)).toBe(seconds)
  })
})

it.each([
  [0, '00:00'],
  [59.2, '01:00'],
  [545, '09:05'],
  [3600, '60:00'],
  [-3, '00:00'],
])('a countdown of %d seconds reads %s', (seconds, text) => {
  expect(countdownText(seconds)).toBe(text)
})

describe('a bug that hands over something else', () => {
  it.each([0.5, Number.NaN, 2 ** 53])('is told of %d seconds', value => {
    expect(() => seconds(value)).toThrow(TypeError)
  })

  it.each([0, 4, 1.5, 'x', null])('is told of the unit %s', code => {
    expect(() => durationUnit(code)).toThrow(TypeError)
  })

  it.each([1, 2, 3, '2'])('is not meant by the unit %s, nor by whole seconds', code => {
    expect(durationUnit(code)).toBe(Number(code))
    expect(seconds(900)).toBe(900)
  })
})
