import { expect, it } from 'vitest'
import { OUTCOME_TEXT, outcomeOf } from './payment-outcome.ts'

it.each([
  ['paid', 'Payment succeeded!'],
  ['partly_refunded', 'Payment succeeded!'],
  ['processing', 'Your payment is processing.'],
  ['unpaid', 'Your payment was not successful, please try again.'],
  ['failed', 'Your payment was not successful, please try again.'],
  ['refunded', 'Something went wrong.'],
] as const)('back from the bank, a payment that is %s reads "%s"', (status, words) => {
  expect(OUTCOME_TEXT[outcomeOf(status)]).toBe(words)
})
