import type { QueueShown } from '@parley/contract/live/queue'
import { expect, it } from 'vitest'
import { behindOf, createLineDesk } from './line-desk.ts'

const fan = (place: string, state: 'waiting' | 'served' = 'waiting') => ({
  ...{ place, number: 1, name: place, state, ready: false, missed: 0, rest: false },
})
const queue = (version: number, ...line: ReturnType<typeof fan>[]): QueueShown => ({
  ...{
    role: 'host' as const,
    state: 'running' as const,
    version,
    now: new Date(version * 1_000).toISOString(),
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
] as const)('%s moved %s comes behind %s', (place, way, after) => {
  expect(behindOf(LINE, place, way)).toBe(after)
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

it('every change names the version that was seen, and two in a row are one', async () => {
  const { desk, sent } = open([LINE, queue(2, fan('ann')), queue(3)])
  desk.start()
  desk.stop()
  await Promise.resolve()
  await new Promise<void>(resolve => desk.subscribe(() => desk.getSnapshot().shown && resolve()))
  await Promise.all([desk.move('bea', 'up'), desk.act('skip', 'ann')])
  expect(sent).toEqual([['/e/queue/move/', { version: 1, place: 'bea', after: null }]])
})

it('what somebody else changed first is read anew before the failure is told', async () => {
  const { desk } = open([LINE, new Error('changed'), queue(5, fan('bea'))])
  desk.start()
  desk.stop()
  await new Promise<void>(resolve => desk.subscribe(() => desk.getSnapshot().shown && resolve()))
  await expect(desk.act('skip', 'ann')).rejects.toThrow('changed')
  expect(desk.getSnapshot()).toMatchObject({ sending: null, shown: { version: 5 } })
})
