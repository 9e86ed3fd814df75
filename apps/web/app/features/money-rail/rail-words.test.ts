import { MONEY_LINES, type MoneyLine } from '@parley/contract'
import { afterEach, expect, it } from 'vitest'
import german from '../../language/catalogues/de.json' with { type: 'json' }
import { ENGLISH, readLanguageFrom } from '../../language/text.ts'
import { leftWords, lineTime, lineWords } from './rail-words.ts'

afterEach(() => readLanguageFrom(() => ENGLISH))

const line: MoneyLine = {
  ...{ at: '2027-03-02T10:00:00Z', what: 'charged', amount: '25.00' },
  ...{ from: 'card', to: 'provider', expected_by: null, reference: null },
}

it.each(MONEY_LINES)('%s has a text, in the past and in the future', what => {
  for (const at of [line.at, null])
    expect(lineWords({ ...line, what, at }, { lines: [], has_fee: true })).toMatch(/^[A-Z]/)
})

it('names the date of a future step, and when a bank statement shows a refund', () => {
  expect(lineTime({ ...line, at: null, expected_by: '2027-03-12T10:00:00Z' })).toBe('by 12 Mar 2027')
  expect(lineTime({ ...line, at: null })).toBe('no date yet')
  const arrived = { ...line, what: 'refund_arrived', expected_by: '2027-03-12T10:00:00Z' } as const
  expect(lineTime(arrived)).toContain('on the statement by 12 Mar 2027')
})

it('in German the date of a future step does not read as its end', () => {
  readLanguageFrom(() => ({ language: 'de', catalogue: german }))
  const future = { ...line, at: null, expected_by: '2027-03-12T10:00:00Z' }
  expect(lineTime(future)).toBe('spätestens am 12. März 2027')
  expect(lineTime({ ...line, what: 'refund_arrived', expected_by: future.expected_by })).not.toContain('bis')
})

it.each([
  ['fee', 'influencer', 'parley', 'The fee of Parley'],
  ['fee', 'parley', 'influencer', 'The fee comes back'],
  ['paid_out', 'provider', 'account', 'Paid out'],
  ['paid_out', 'account', 'influencer', 'Taken back from a payout'],
  ['refund_decided', 'held', 'returning', 'Decided to go back'],
  ['refund_decided', 'influencer', 'returning', 'Decided to go back'],
  ['refund_decided', 'bank', 'returning', 'The bank sent it back to us'],
] as const)('%s from %s to %s reads: %s', (what, from, to, words) => {
  expect(lineWords({ ...line, what, from, to }, { lines: [], has_fee: true })).toBe(words)
})

it.each([
  ['0.00', false, 'Every penny is where it belongs.'],
  ['25.00', true, '£25.00 is held for the call.'],
  ['25.00', false, '£25.00 is still on its way.'],
])('says of %s, held for a call ahead (%s): %s', (left, isHeld, words) => {
  expect(leftWords({ lines: [], left, is_held_for_call: isHeld, has_fee: true })).toBe(words)
})

it('what is earned says whether the fee is in its sum', () => {
  const earned = { ...line, what: 'earned' as const }
  const fee = { ...line, what: 'fee' as const }
  const words = (at: string | null, lines: MoneyLine[], hasFee = true) =>
    lineWords({ ...earned, at }, { lines, has_fee: hasFee })
  expect(words(null, [])).toBe('Becomes the influencer’s, less the fee')
  expect(words(null, [fee])).toBe('Becomes the influencer’s, before the fee')
  expect(words('2026-03-01T12:00:00Z', [])).toBe('Earned, less the fee')
  expect(words('2026-03-01T12:00:00Z', [fee])).toBe('Earned, before the fee')
  expect(words(null, [], false)).toBe('Becomes the influencer’s')
  expect(words('2026-03-01T12:00:00Z', [], false)).toBe('Earned')
})
