import type { QueueShown } from '@parley/contract/live/queue'
import { expect, it, vi } from 'vitest'
import { ApiError } from '../../../../api/errors.ts'
import { behindOf, createLineDesk, POLL_EVERY_MS } from './line-desk.ts'

const NUMBERS: Readonly<Record<string, number>> = { done: 1, ann: 2, bea: 3, cas: 4 }
const fan = (place: string, state: 'waiting' | 'served' = 'waiting') => ({
  ...{ place, number: NUMBERS[place] ?? 0, name: place, state, ready: false, missed: 0, rest: false },
})
const queue = (version: number, ...line: ReturnType<typeof fan>[]): QueueShown => ({
  ...{
    role: 'host' as const,
    state: 'running' as const,
    version,
    now: new Date(version * 1_000).toISOString(),
    note: null,
    next: null,
    line,
    you: null,
  },
})
const LINE = queue(1, fan('done', 'served'), fan('ann'), fan('bea'), fan('cas'))

it.each([
  ['ann', 'up', undefined],
  ['ann', 'down', 'bea'],
  ['bea', 'up', null],
  ['cas', 'up', 'ann'],
  ['cas', 'down', undefined],
  ['done', 'up', undefined],
  ['cas', 'front', null],
  ['bea', 'front', null],
  ['ann', 'front', undefined],
  ['done', 'front', undefined],
  ['cas', { behind: 2 }, 'ann'],
  ['ann', { behind: 4 }, 'cas'],
  // Itself, one whose turn is over, and a number that nobody has.
  ['ann', { behind: 2 }, undefined],
  ['ann', { behind: 1 }, undefined],
  ['ann', { behind: 9 }, undefined],
  ['done', { behind: 2 }, undefined],
] as const)('%s moved to %j comes behind %s', (place, to, after) => {
  expect(behindOf(LINE, place, to)).toBe(after)
})

function open(answers: (QueueShown | Error)[]) {
  const sent: [string, object][] = []
  const next = () => {
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  }
  const desk = createLineDesk({
    path: '/e',
    api: {
      get: async <T>(path: string) => (path === '/e/event/' ? { title: 'Line' } : next()) as T,
      post: async <T>(path: string, body: object) => {
        sent.push([path, body])
        return next() as T
      },
    },
  })
  return { desk, sent }
}

it('every change names the version that was seen; a press while one is sent sends nothing, and says so', async () => {
  const { desk, sent } = open([LINE, queue(2, fan('ann')), queue(3)])
  desk.start()
  desk.stop()
  await Promise.resolve()
  await new Promise<void>(resolve => desk.subscribe(() => desk.getSnapshot().shown && resolve()))
  expect(await Promise.all([desk.move('bea', 'up'), desk.act('skip', 'ann'), desk.say('thanks')])).toEqual([
    'sent',
    'not sent',
    'not sent',
  ])
  expect(sent).toEqual([['/e/queue/move/', { version: 1, place: 'bea', after: null }]])
})

it.each([
  ['front', null],
  [{ behind: 2 }, 'ann'],
] as const)('the last of a line goes to %j with one request', async (to, after) => {
  const { desk, sent } = open([LINE, queue(2)])
  desk.start()
  desk.stop()
  await new Promise<void>(resolve => desk.subscribe(() => desk.getSnapshot().shown && resolve()))
  await desk.move('cas', to)
  expect(sent).toEqual([['/e/queue/move/', { version: 1, place: 'cas', after }]])
})

it('a move behind nobody, and one of the first fan up, send nothing, and say so', async () => {
  const { desk, sent } = open([LINE])
  desk.start()
  desk.stop()
  await new Promise<void>(resolve => desk.subscribe(() => desk.getSnapshot().shown && resolve()))
  expect(await desk.move('cas', { behind: 9 })).toBe('not sent')
  // The button of the first says by itself that it does nothing; a screen reader presses it all the same.
  expect(await desk.move('ann', 'up')).toBe('not sent')
  expect(sent).toEqual([])
})

it('what somebody else changed first is read again before the failure is told', async () => {
  const { desk } = open([LINE, new Error('changed'), queue(5, fan('bea'))])
  desk.start()
  desk.stop()
  await new Promise<void>(resolve => desk.subscribe(() => desk.getSnapshot().shown && resolve()))
  await expect(desk.act('skip', 'ann')).rejects.toThrow('changed')
  expect(desk.getSnapshot()).toMatchObject({ sending: null, shown: { version: 5 } })
})

it('nobody looks for a line any more that is not theirs, and what was seen of it is not shown', async () => {
  vi.useFakeTimers()
  let looks = 0
  const desk = createLineDesk({
    path: '/e',
    api: {
      get: async <T>(path: string) => {
        if (path === '/e/event/') return { title: 'Line' } as T
        looks += 1
        // An usher who is none any more after the first look.
        if (looks > 1) throw new ApiError(404, { detail: 'There is no such queue' }, '')
        return LINE as T
      },
      post: async () => Promise.reject(new Error('nothing is sent')),
    },
  })
  desk.start()
  await vi.advanceTimersByTimeAsync(POLL_EVERY_MS * 5)
  expect([looks, desk.getSnapshot().shown]).toEqual([2, null])
  desk.stop()
  vi.useRealTimers()
})

it('a failure of the network is no reason to look no more', async () => {
  vi.useFakeTimers()
  const answers: (QueueShown | Error)[] = [LINE, new ApiError(0, null, 'offline'), queue(2, fan('ann'))]
  const { desk } = open(answers)
  desk.start()
  await vi.advanceTimersByTimeAsync(POLL_EVERY_MS * 2)
  expect(desk.getSnapshot().shown?.version).toBe(2)
  desk.stop()
  vi.useRealTimers()
})

it('what is said to the line names the version that was seen', async () => {
  const { desk, sent } = open([LINE, queue(2, fan('ann'))])
  desk.start()
  desk.stop()
  await new Promise<void>(resolve => desk.subscribe(() => desk.getSnapshot().shown && resolve()))
  await desk.say('thanks')
  expect(sent).toEqual([['/e/queue/note/', { version: 1, says: 'thanks' }]])
})
