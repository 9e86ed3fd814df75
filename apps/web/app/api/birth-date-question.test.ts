import { expect, it } from 'vitest'
import { createBirthDateQuestion, needsBirthDate } from './birth-date-question.ts'
import { ApiError } from './errors.ts'

const needed = () => new ApiError(403, { detail: 'the date first', needs: 'birth_date' }, '')

it('asks once for all requests that wait, and again after the answer', async () => {
  const question = createBirthDateQuestion()
  let isGiven = false
  const work = async () => {
    if (!isGiven) throw needed()
    return 'done'
  }
  const both = Promise.all([question.withBirthDate(work), question.withBirthDate(work)])
  await expect.poll(() => question.getSnapshot()).not.toBeNull()
  isGiven = true
  question.getSnapshot()?.answer(true)
  expect(await both).toEqual(['done', 'done'])
  expect(question.getSnapshot()).toBeNull()
  isGiven = false
  const third = question.withBirthDate(work)
  await expect.poll(() => question.getSnapshot()).not.toBeNull()
  question.getSnapshot()?.answer(false)
  await expect(third).rejects.toThrow('the date first')
})

it('is answered “no” when the person leaves the page that asks, and the next page asks nothing', async () => {
  const question = createBirthDateQuestion()
  const left = question.withBirthDate(() => Promise.reject(needed()))
  await expect.poll(() => question.getSnapshot()).not.toBeNull()
  question.giveUp()
  await expect(left).rejects.toThrow('the date first')
  expect(question.getSnapshot()).toBeNull()
})

it('asks nothing on the next page for a request whose answer comes after the person left', async () => {
  const question = createBirthDateQuestion()
  const { promise, reject } = Promise.withResolvers<never>()
  let asked = 0
  question.subscribe(() => {
    if (question.getSnapshot()) asked++
    question.getSnapshot()?.answer(false)
  })
  const left = question.withBirthDate(() => promise)
  question.giveUp()
  reject(needed())
  await expect(left).rejects.toThrow('the date first')
  expect(asked).toBe(0)
})

it.each<[string, unknown, boolean]>([
  ['asks for it', new ApiError(403, { detail: 'x', needs: 'birth_date' }, ''), true],
  ['asks for something else', new ApiError(403, { detail: 'x', needs: 'payout_account' }, ''), false],
  ['refuses for another reason', new ApiError(409, { needs: 'birth_date' }, ''), false],
  ['is no answer', new Error('offline'), false],
])('knows a refusal that %s', (_what, error, needs) => {
  expect(needsBirthDate(error)).toBe(needs)
})
