import type { ChatNews, QueueShown } from '@parley/contract'
import { expect, test, vi } from 'vitest'
import { openTestServer } from '../../testing/test-server.ts'
import { queueCast, WITHIN } from './testing/queue-caller.ts'

/** A person in a line waits at most this long for a message. */
const SENT_EVERY_MS = 15_000

// The rounds of a server begin with their whole wait: what waits for just this long can be run without waiting.
const timers = vi.spyOn(globalThis, 'setTimeout')
const t = await openTestServer({ connections: 20 })
const waits = timers.mock.calls.map(([run, waitsMs], i) => ({
  run,
  waitsMs,
  timer: timers.mock.results[i]?.value,
}))
timers.mockRestore()

const cast = queueCast(t, ['fred', 'gina'])
const { owner, queues } = cast
const { fred, gina } = cast.fans

type Message = Record<string, unknown>
const lineOf = ({ payload }: Message) => payload as QueueShown

test('everybody in a line is told at each change, also of who is ready, and after 15 s in which nothing changes', async () => {
  const { event } = await queues.queueOf(`Told ${cast.nth}`, [fred, gina])
  const [host, ginas] = [await queues.enter(owner, event), await queues.enter(gina, event)]
  await queues.press(event, 'open')
  await ginas.received('MESSAGE_QUEUE', message => lineOf(message).state === 'running')
  await queues.enter(fred, event)
  await queues.press(event, 'pause')
  await ginas.received('MESSAGE_QUEUE', message => lineOf(message).state === 'paused')
  await queues.ready(fred, event)
  const isFredReady = (message: Message) =>
    lineOf(message).line?.some(({ name, ready }) => name === fred.username && ready)
  await host.received('MESSAGE_QUEUE', message => isFredReady(message) === true)

  const received = () => ginas.messages.filter(({ handler }) => handler === 'MESSAGE_QUEUE')
  const before = received()
  const rounds = waits.filter(({ waitsMs }) => waitsMs === SENT_EVERY_MS)
  for (const { run, timer } of rounds) {
    clearTimeout(timer)
    run()
  }
  await vi.waitFor(() => expect(received().length).toBeGreaterThan(before.length), WITHIN)
  // The same content once more: no change caused this message.
  expect(received().at(-1)).toEqual(before.at(-1))
  expect(lineOf(received().at(-1) ?? {})).toMatchObject({
    state: 'paused',
    you: { number: 2, state: 'waiting' },
  })
})

test('a reaction of a changed page reaches nobody in the line', async () => {
  const { event } = await queues.queueOf(`Told ${cast.nth}`, [fred, gina])
  const [freds, ginas] = [await queues.enter(fred, event), await queues.enter(gina, event)]
  freds.say({ type: 'react', reaction: 'heart' })
  // The answer to a later message: the reaction was handled before it.
  freds.say({ type: 'chat', id: 'later', text: 'and a line' })
  await freds.received('MESSAGE_CHAT', ({ payload }) => (payload as ChatNews).refused?.id === 'later')
  await queues.press(event, 'open')
  await ginas.received('MESSAGE_QUEUE', message => lineOf(message).state === 'running')
  const handlers = [...freds.messages, ...ginas.messages].map(({ handler }) => handler)
  expect(handlers).not.toContain('MESSAGE_REACTIONS')
})
