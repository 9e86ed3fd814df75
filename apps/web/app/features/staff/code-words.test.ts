import { expect, it } from 'vitest'
import { actionWords } from './code-words.ts'

it.each([
  ['hold_again', 'Held once more, to pay'],
  ['dispute_answered', 'Answered in the dashboard of the payment provider'],
  ['something_new', 'something new'],
])('what the audit calls %s is said in words', (action, words) => {
  expect(actionWords(action)).toBe(words)
})
