import { type EventQuestion, QUESTIONS_AGAIN_WITHIN_MS } from '@parley/contract/live/questions'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '../../../../api/errors.ts'
import { Questions, questionsLeft } from './questions.ts'

const asked = (id: string, more: Partial<EventQuestion> = {}): EventQuestion => ({
  ...{ id, from: 'ann', text: `${id}?`, votes: 0, is_answered: false, version: 1 },
  ...{ at: `2026-11-23T12:00:0${id.length}.000Z`, is_own: false, voted: false, ...more },
})
const forAll = ({ is_own, voted, ...question }: EventQuestion) => question

let calls: { path: string; body?: unknown }[]
let answers: (unknown | Error)[]
let questions: Questions
let keys = 0

beforeEach(() => {
  calls = []
  answers = []
  keys = 0
  const answer = async <T>(path: string, body?: unknown): Promise<T> => {
    calls.push(body === undefined ? { path } : { path, body })
    const next = await answers.shift()
    if (next instanceof Error) throw next
    return next as T
  }
  questions = new Questions({ slug: 'a b', get: answer, post: answer, newId: () => `key-${++keys}` })
})

const shown = () =>
  questions.getSnapshot().questions.map(({ id, votes, voted, is_own }) => [id, votes, voted, is_own])
async function read(...results: EventQuestion[]) {
  answers.push({ results })
  await questions.read()
}

test('they are read when they are first shown, and again after a break', async () => {
  questions.startAgain()
  expect(calls).toEqual([])
  answers.push({ results: [asked('a'), asked('bb', { votes: 2 })] })
  questions.show(true)
  await expect.poll(() => questions.getSnapshot().state).toBe('read')
  expect(calls).toEqual([{ path: '/api/parley/a%20b/event/questions/' }])
  expect(shown().map(([id]) => id)).toEqual(['bb', 'a'])
  answers.push({ results: [asked('a')] })
  questions.startAgain()
  await expect.poll(() => shown().length).toBe(1)
})

test('they are read again when messages may be lost: a hidden one leaves the list, one that is shown again returns', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  await read(asked('a'), asked('bb'), asked('ccc'))
  questions.apply({ changed: [], gone: ['ccc'] })
  expect(shown().map(([id]) => id)).toEqual(['a', 'bb'])
  answers.push({ results: [asked('bb'), asked('ccc')] })
  questions.apply({ changed: [forAll(asked('a'))], gone: [], again: true })
  questions.apply({ changed: [], gone: [], again: true })
  await vi.advanceTimersByTimeAsync(QUESTIONS_AGAIN_WITHIN_MS)
  expect(calls).toHaveLength(2)
  expect(shown().map(([id]) => id)).toEqual(['bb', 'ccc'])
})

test('after a read that failed what comes is still shown, with why, and they are read again until it succeeds', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers().restoreAllMocks())
  vi.spyOn(Math, 'random').mockReturnValue(0.9)
  answers.push({ results: [asked('a')] })
  questions.show(true)
  await vi.advanceTimersByTimeAsync(0)
  answers.push(new ApiError(0, null, 'offline'), new ApiError(503, null, 'busy'))
  questions.startAgain()
  // What comes on the way of the answer that fails counts too.
  questions.apply({ changed: [forAll(asked('bb'))], gone: [] })
  await vi.advanceTimersByTimeAsync(0)
  questions.apply({ changed: [forAll(asked('ccc'))], gone: ['a'] })
  expect(shown().map(([id]) => id)).toEqual(['bb', 'ccc'])
  expect(questions.getSnapshot()).toMatchObject({ state: 'failed', problem: 'offline' })
  await vi.advanceTimersByTimeAsync(QUESTIONS_AGAIN_WITHIN_MS)
  expect([calls.length, questions.getSnapshot().problem]).toEqual([3, 'busy'])
  answers.push({ results: [asked('dddd')] })
  await vi.advanceTimersByTimeAsync(2 * QUESTIONS_AGAIN_WITHIN_MS)
  expect(questions.getSnapshot()).toMatchObject({ state: 'read', problem: null })
  expect([calls.length, shown().map(([id]) => id)]).toEqual([4, ['dddd']])
})

test.each([
  ['that are refused', new ApiError(403, null, 'not yours'), true],
  ['that nobody sees', new ApiError(0, null, 'offline'), false],
])('questions %s are not read again by themselves', async (_which, failure, isShown) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  answers.push(failure)
  questions.show(true)
  questions.show(isShown)
  await vi.advanceTimersByTimeAsync(3 * QUESTIONS_AGAIN_WITHIN_MS)
  expect([calls.length, questions.getSnapshot().state]).toEqual([1, 'failed'])
})

test('answered ones come last, and of two with as many votes the older one first', async () => {
  await read(asked('ccc'), asked('a', { is_answered: true, votes: 9 }), asked('bb'))
  expect(shown().map(([id]) => id)).toEqual(['bb', 'ccc', 'a'])
})

test('what is told keeps what is one’s own, and older news change nothing', async () => {
  await read(asked('a', { voted: true, is_own: true, votes: 1, version: 2 }))
  questions.apply({ changed: [forAll(asked('a', { votes: 5, version: 7 }))], gone: [] })
  questions.apply({ changed: [forAll(asked('a', { votes: 3, version: 5 }))], gone: [] })
  expect(shown()).toEqual([['a', 5, true, true]])
})

test('what is told while the list is on its way is not lost, and a hidden one does not come back', async () => {
  let arrive: (list: object) => void = () => undefined
  answers.push(new Promise(resolve => (arrive = resolve)))
  const reading = questions.read()
  questions.apply({
    changed: [forAll(asked('a', { votes: 4, version: 5 })), forAll(asked('bb'))],
    gone: ['ccc'],
  })
  arrive({ results: [asked('a', { voted: true, votes: 1, version: 2 }), asked('ccc')] })
  await reading
  expect(shown()).toEqual([
    ['a', 4, true, false],
    ['bb', 0, false, false],
  ])
})

test('a vote says what is to hold; a second press before the answer is none', async () => {
  await read(asked('a'))
  const [first] = questions.getSnapshot().questions
  if (!first) throw new Error('one was read')
  answers.push(asked('a', { votes: 1, version: 2, voted: true }))
  await Promise.all([questions.vote(first), questions.vote(first)])
  expect(calls.slice(1)).toEqual([
    { path: '/api/parley/a%20b/event/questions/a/vote/', body: { voted: true } },
  ])
  expect(shown()).toEqual([['a', 1, true, false]])
  expect(questions.getSnapshot().busy.size).toBe(0)
})

test('a message with more votes that is faster than the answer stays', async () => {
  await read(asked('a'))
  const [first] = questions.getSnapshot().questions
  if (!first) throw new Error('one was read')
  answers.push(asked('a', { votes: 1, version: 2, voted: true }))
  const pressed = questions.vote(first)
  questions.apply({ changed: [forAll(asked('a', { votes: 3, version: 4 }))], gone: [] })
  await pressed
  expect(shown()).toEqual([['a', 3, true, false]])
})

test('what could not be sent is sent again under its key; another text has another', async () => {
  await read()
  answers.push(new Error('no network'), asked('a', { is_own: true }), asked('bb', { is_own: true }))
  expect(await questions.submit('Why?')).toBe(false)
  expect(questions.getSnapshot().problem).toBe('no network')
  expect(await questions.submit('Why?')).toBe(true)
  expect(await questions.submit('When?')).toBe(true)
  expect(calls.slice(1).map(({ body }) => body)).toEqual([
    { text: 'Why?', uuid: 'key-1' },
    { text: 'Why?', uuid: 'key-1' },
    { text: 'When?', uuid: 'key-2' },
  ])
  expect(questionsLeft(questions.getSnapshot())).toBe(1)
})

test('a refusal of the text is told without the name of the field, and goes with the next press', async () => {
  await read(asked('a'))
  answers.push(new ApiError(400, { text: ['Please use at most 280 characters'] }, ''), asked('bb'))
  await questions.submit('long')
  expect(questions.getSnapshot().problem).toBe('Please use at most 280 characters')
  await questions.submit('short?')
  expect(questions.getSnapshot().problem).toBeNull()
})

test('those that come while they are not shown are counted, also before they are read', async () => {
  questions.apply({ changed: [forAll(asked('a')), forAll(asked('bb', { version: 2 }))], gone: [] })
  expect(questions.getSnapshot()).toMatchObject({ unseen: 1, questions: [] })
  await read(asked('a'))
  answers.push({ results: [asked('a')] })
  questions.show(true)
  questions.show(false)
  questions.apply({ changed: [forAll(asked('a', { version: 2 })), forAll(asked('bb'))], gone: [] })
  expect(questions.getSnapshot().unseen).toBe(1)
  questions.show(true)
  expect(questions.getSnapshot().unseen).toBe(0)
  questions.apply({ changed: [forAll(asked('ccc'))], gone: [] })
  expect(questions.getSnapshot().unseen).toBe(0)
})

test('what a host hid last is shown again by one press, for everybody', async () => {
  await read(asked('a'), asked('bb'))
  answers.push(null)
  await questions.hide(asked('a'))
  expect([shown().map(([id]) => id), questions.getSnapshot().hidden?.id]).toEqual([['bb'], 'a'])
  // An answer that was late does not bring it back.
  answers.push(asked('a', { votes: 1, voted: true, version: 2 }))
  await questions.vote(asked('a'))
  expect(shown().map(([id]) => id)).toEqual(['bb'])
  answers.push(asked('a', { version: 3 }))
  await questions.showAgain()
  expect(calls.at(-1)?.path).toBe('/api/parley/a%20b/event/questions/a/show/')
  expect([
    shown()
      .map(([id]) => id)
      .sort(),
    questions.getSnapshot().hidden,
  ]).toEqual([['a', 'bb'], null])
})

test('the way back to a hidden question is there also where the room tells of it before the answer', async () => {
  await read(asked('a'), asked('bb'))
  const { promise, resolve } = Promise.withResolvers<null>()
  answers.push(promise)
  const hiding = questions.hide(asked('a'))
  questions.apply({ changed: [], gone: ['a'] })
  expect(shown().map(([id]) => id)).toEqual(['bb'])
  resolve(null)
  await hiding
  expect(questions.getSnapshot().hidden).toMatchObject({ id: 'a', text: 'a?' })
})

test('a page that was told that a question is hidden is told that it is there again', async () => {
  await read(asked('a'))
  questions.apply({ changed: [], gone: ['a'] })
  expect(shown()).toEqual([])
  questions.apply({ changed: [forAll(asked('a', { version: 3 }))], gone: [] })
  expect(shown()).toHaveLength(1)
})
