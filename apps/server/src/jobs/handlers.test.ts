import { expect, it } from 'vitest'
import { OutboxHandlers, type Work } from './handlers.ts'

const handle = async () => undefined
const work = (topic: string, subscriber: string | null = null) => ({ topic, subscriber }) as Work
const add = (handlers: OutboxHandlers, topic: string, subscriber: string | null) =>
  handlers.add({ topic, subscriber, handle } as Parameters<OutboxHandlers['add']>[0])

it('gives work to its one handler, or a share of it to each subscriber', () => {
  const handlers = new OutboxHandlers()
  add(handlers, 'alone', null)
  add(handlers, 'shared', 'calls')
  add(handlers, 'shared', 'notifications')
  expect(handlers.sharersOf(work('alone'))).toBeNull()
  expect(handlers.sharersOf(work('shared'))).toEqual(['calls', 'notifications'])
  expect(handlers.sharersOf(work('shared', 'calls'))).toBeNull()
  expect(handlers.handlerOf(work('shared', 'calls'))).toBe(handle)
})

it.each<[string, [string, string | null], [string, string | null]]>([
  ['two alone', ['a', null], ['a', null]],
  ['one alone and one that shares', ['a', null], ['a', 'calls']],
  ['one that shares and one alone', ['a', 'calls'], ['a', null]],
  ['one subscriber twice', ['a', 'calls'], ['a', 'calls']],
])('does not start with %s', (_what, first, second) => {
  const handlers = new OutboxHandlers()
  add(handlers, ...first)
  expect(() => add(handlers, ...second)).toThrow('two handlers')
})

it('says which work nobody does', () => {
  expect(() => new OutboxHandlers().handlerOf(work('lost', 'calls'))).toThrow('no handler for lost calls')
})
