import { expect, it } from 'vitest'
import { createBirthDateQuestion, needsBirthDate } from './birth-date-question.ts'
import { ApiError } from './errors.ts'

it('asks once for all requests that wait, and again after the answer', async () => {
  const question = createBirthDateQuestion()
  const [first, second] = [question.request(), question.request()]
  expect(second).toBe(first)
  question.getSnapshot()?.answer(true)
  expect(await Promise.all([first, second])).toEqual([true, true])
  expect(question.getSnapshot()).toBeNull()
  const third = question.request()
  question.getSnapshot()?.answer(false)
  expect(await third).toBe(false)
})

it('is answered “no” when the person leaves the page that asks, and the next page asks nothing', async () => {
  const question = createBirthDateQuestion()
  const left = question.request()
  question.giveUp()
  expect(await left).toBe(false)
  expect(question.getSnapshot()).toBeNull()
})

it.each<[string, unknown, boolean]>([
  ['asks for it', new ApiError(403, { detail: 'x', needs: 'birth_date' }, ''), true],
  ['asks for something else', new ApiError(403, { detail: 'x', needs: 'payout_account' }, ''), false],
  ['refuses for another reason', new ApiError(409, { needs: 'birth_date' }, ''), false],
  ['is no answer', new Error('offline'), false],
])('knows a refusal that %s', (_what, error, needs) => {
  expect(needsBirthDate(error)).toBe(needs)
})
