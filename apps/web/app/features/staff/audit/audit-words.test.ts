import { expect, it } from 'vitest'
import { outcomeText } from './audit-words.ts'

it.each([
  ['give_back', { refundedPence: 350, amountPence: 250 }, '£2.50'],
  ['ask_give_back', { pending: 'p1', amountPence: 60_000 }, '£600.00'],
  ['decide_problem', { state: 'settled', back: 0 }, '£0.00'],
  ['concede_dispute', { dispute: 'd1', takenPence: 2_500 }, '£25.00'],
  ['suspend', { kind: 'suspended', until: null }, 'Until further notice'],
  ['suspend', { kind: 'banned', until: null }, 'For good'],
  ['look', null, null],
  ['look_payouts', { people: ['u1'] }, null],
] as const)('the audit says what %s decided: %j', (act, after, words) => {
  expect(outcomeText({ act, after })).toBe(words)
})

it('the audit says until when somebody is suspended', () => {
  const after = { kind: 'suspended', until: '2027-03-08T10:00:00.000Z' }
  expect(outcomeText({ act: 'suspend', after })).toMatch(/^Until .*8 Mar/)
})
