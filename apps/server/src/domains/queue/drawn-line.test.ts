import type { LiveEvent, QueueShown } from '@parley/contract'
import { expect, test } from 'vitest'
import { openTestServer, type TestPerson, type TestServer } from '../../testing/test-server.ts'
import { queueCaller, queueCast } from './testing/queue-caller.ts'

const t = await openTestServer({ connections: 20 })
const cast = queueCast(t, ['ada', 'ben', 'cleo', 'dan', 'eve', 'fay', 'gus'])
const { owner, queues } = cast
const holders = Object.values(cast.fans)
/** Seven places have 5,040 orders: that three lines are drawn alike happens once in 25 million runs. */
const LINES = 3
const NUMBERS = [1, 2, 3, 4, 5, 6, 7]

/** The order of a line by one process, as its host reads it; null before it stands. */
async function orderBy(process: TestServer, event: LiveEvent, host = owner): Promise<string[] | null> {
  const { body } = await process.call<QueueShown>(host, `GET /api/parley/${event.slug}/queue/`)
  if (!body.line) return null
  expect(body.line.map(({ number }) => number)).toEqual(NUMBERS.slice(0, body.line.length))
  return body.line.map(({ name }) => name)
}

/** What each who has a place reads of their own number, by one process. */
async function numbersBy(process: TestServer, event: LiveEvent) {
  const shown = holders.map(holder =>
    process.call<QueueShown>(holder, `GET /api/parley/${event.slug}/queue/`),
  )
  return (await Promise.all(shown)).map(({ body }) => body.you?.number)
}

test('a line that is drawn by lot has not the order of buying, has each place once, and is the same for everybody from half an hour before', async () => {
  const other = await t.openAnother({
    connections: 10,
    env: { STRIPE_API_BASE: `${t.origin}/sandbox/stripe` },
  })
  try {
    other.clock.advance(t.clock.offsetSeconds())
    const both = [t, other]
    // Each has a host of its own: two lines of one host are never at once.
    const lines: { event: LiveEvent; host: TestPerson }[] = []
    for (let nth = 0; nth < LINES; nth++) {
      const host = await t.influencer(`host${nth}`)
      const { event } = await queueCaller(t, host).soonToBe(`Lot ${nth}`, holders, { order: 'drawn' })
      lines.push({ event, host })
    }
    const pass = async (seconds: number) => {
      for (const { clock } of both) clock.advance(seconds)
      await Promise.all(both.map(({ server }) => server.doDueWork()))
      // A moved clock outlives access tokens, and this process knows everybody's browser.
      for (const who of [...lines.map(({ host }) => host), ...holders]) await t.call(who, 'GET /api/user/me/')
    }
    // They begin in forty minutes.
    await pass(10 * 60 - 1)
    for (const { event, host } of lines)
      for (const process of both) {
        expect(await orderBy(process, event, host)).toBeNull()
        expect(await numbersBy(process, event)).toEqual(holders.map(() => null))
      }

    await pass(1)
    const asBought = holders.map(({ username }) => username)
    const orders: string[][] = []
    for (const { event, host } of lines) {
      const order = (await orderBy(t, event, host)) ?? []
      expect(order.toSorted()).toEqual(asBought.toSorted())
      expect(await orderBy(other, event, host)).toEqual(order)
      for (const process of both)
        expect(await numbersBy(process, event)).toEqual(asBought.map(name => order.indexOf(name) + 1))
      orders.push(order)
    }
    expect(orders.some(order => order.join() !== asBought.join())).toBe(true)
    expect(new Set(orders.map(order => order.join())).size).toBeGreaterThan(1)

    await pass(25 * 60)
    for (const [nth, { event, host }] of lines.entries())
      for (const process of both) expect(await orderBy(process, event, host)).toEqual(orders[nth])
  } finally {
    await other.close()
  }
}, 180_000)

test('who buys a place once it was drawn comes after all who were', async () => {
  const { event } = await queues.queueOf(`Late ${cast.nth}`, holders.slice(0, 6), { order: 'drawn' })
  await t.server.doDueWork()
  const order = await orderBy(t, event)
  expect(order).toHaveLength(6)
  const [late] = holders.slice(6)
  if (late) await queues.events.placeOf(late, event)
  expect(await orderBy(t, event)).toEqual([...(order ?? []), late?.username])
})
