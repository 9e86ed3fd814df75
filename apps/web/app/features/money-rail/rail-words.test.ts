import { MONEY_LINES, type MoneyLine } from '@parley/contract'
import { expect, it } from 'vitest'
import { lineTime, lineWords } from './rail-words.ts'

const line: MoneyLine = {
  ...{ at: '2027-03-02T10:00:00Z', what: 'charged', amount: '25.00' },
  ...{ from: 'card', to: 'provider', expected_by: null, reference: null },
}

it.each(MONEY_LINES)('%s has a text, in the past and in the future', what => {
  for (const at of [line.at, null]) expect(lineWords({ ...line, what, at })).toMatch(/^[A-Z]/)
})

it('names the date of a future step, and when a bank statement shows a refund', () => {
  expect(lineTime({ ...line, at: null, expected_by: '2027-03-12T10:00:00Z' })).toBe('by 12 Mar 2027')
  expect(lineTime({ ...line, at: null })).toBe('no date yet')
  const arrived = { ...line, what: 'refund_arrived', expected_by: '2027-03-12T10:00:00Z' } as const
  expect(lineTime(arrived)).toContain('on the statement by 12 Mar 2027')
})
