import * as contract from '@parley/contract/duration'
import { afterEach, expect, it } from 'vitest'
import { durationText } from './durations.ts'
import { ENGLISH, readLanguageFrom } from './text.ts'

afterEach(() => readLanguageFrom(() => ENGLISH))

it.each([
  [1, 1],
  [86_400, 1],
  [60, 2],
  [900, 2],
  [100, 2],
  [86_400, 2],
  [3600, 3],
  [5400, 3],
  [1, 3],
] as const)('%i seconds in unit %i read in English as the contract says them', (seconds, unit) => {
  expect(durationText(seconds, unit)).toBe(contract.durationText(seconds, unit))
})

it('a duration has the words and the decimal sign of the language', () => {
  const catalogue = { '{count} hours': { one: '{count} Stunde', other: '{count} Stunden' } }
  readLanguageFrom(() => ({ language: 'de', catalogue }))
  expect([durationText(3600, 3), durationText(5400, 3)]).toEqual(['1 Stunde', '1,5 Stunden'])
})
