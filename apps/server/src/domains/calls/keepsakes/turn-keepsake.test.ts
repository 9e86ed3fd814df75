import { type CallKeepsake, type KeepsakeList, MESSAGE_KEEPSAKE } from '@parley/contract'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import type { SocketClient } from '../../../realtime/testing/socket-client.ts'
import type { TestPerson } from '../../../testing/api-caller.ts'
import { openTestServer } from '../../../testing/test-server.ts'
import { queueCast, WITHIN } from '../../queue/testing/queue-caller.ts'

const t = await openTestServer({ connections: 60 })
const cast = queueCast(t, ['fred', 'gina'])
const { owner, queues } = cast
const { fred, gina } = cast.fans

const PICTURE = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#884422' } })
  .png()
  .toBuffer()

/** The keepsake of a turn, as pages reach it: by the id of its place. */
function keepsakeOf(place: string) {
  const path = `/api/parley/${place}/session/keepsake/` as const
  return {
    show: (who: TestPerson) => t.call<CallKeepsake>(who, `GET ${path}`),
    ask: (who: TestPerson) => t.call<CallKeepsake>(who, `POST ${path}`),
    agree: (who: TestPerson) => t.call<CallKeepsake>(who, `POST ${path}answer/`, { agree: true }),
    withdraw: (who: TestPerson) => t.call<CallKeepsake>(who, `DELETE ${path}`),
    draw(who: TestPerson) {
      const form = new FormData()
      form.set('picture', new File([new Uint8Array(PICTURE)], 'picture.png', { type: 'image/png' }))
      return t.call<CallKeepsake>(who, `POST ${path}picture/`, form)
    },
  }
}

const news = ({ messages }: SocketClient) =>
  messages.filter(({ handler }) => handler === MESSAGE_KEEPSAKE).length
const kept = async (who: TestPerson) =>
  (await t.call<KeepsakeList>(who, 'GET /api/keepsakes/')).body.results.map(({ other }) => other)

/** Fred's turn continues; Gina is ready. */
async function fredInTurn() {
  const { event, places } = await queues.queueOf(`Keepsakes ${cast.nth}`, [fred, gina])
  const [host, freds, ginas] = [
    await queues.enter(owner, event),
    await queues.enter(fred, event),
    await queues.enter(gina, event),
  ]
  for (const fan of [fred, gina]) await queues.ready(fan, event)
  await queues.press(event, 'open')
  await queues.joinTurn(freds)
  await queues.joinTurn(host)
  const untilIn = (who: TestPerson) =>
    vi.waitFor(async () => expect(await queues.stateOf(who, event)).toBe('in_turn'), WITHIN)
  await untilIn(fred)
  const [first, second] = places.map(({ id }) => keepsakeOf(id))
  if (!first || !second) throw new Error('two places were bought')
  return { event, host, freds, ginas, first, second, untilIn }
}

test('in a turn the two take one by the id of its place, both pages are told of each step, and nobody else in the line', async () => {
  const { event, host, freds, ginas, first, second } = await fredInTurn()
  const hasMessages = (times: number) =>
    vi.waitFor(() => expect([news(host), news(freds)]).toEqual([times, times]), WITHIN)
  expect((await first.ask(fred)).body).toMatchObject({ state: 'asked', asked_by_you: true, you_draw: true })
  await hasMessages(1)
  expect((await first.show(owner)).body).toMatchObject({
    state: 'asked',
    asked_by_you: false,
    you_draw: false,
  })
  expect((await first.agree(owner)).body.state).toBe('agreed')
  await hasMessages(2)
  // Who waits has no part in it, and none of their own before their turn.
  for (const doing of [first.show, first.ask, first.agree, first.draw, first.withdraw])
    expect((await doing(gina)).status).toBe(404)
  for (const who of [gina, owner]) expect((await second.ask(who)).status).toBe(409)
  expect((await first.draw(fred)).body.state).toBe('kept')
  await hasMessages(3)
  expect([await kept(fred), await kept(owner), await kept(gina)]).toEqual([
    [owner.username],
    [fred.username],
    [],
  ])
  expect((await queues.press(event, 'next')).status).toBe(200)
  expect((await first.ask(owner)).status).toBe(409)
  expect([await kept(fred), news(ginas)]).toEqual([[owner.username], 0])
})

test('who is in the next turn is told of that one alone', async () => {
  const { event, host, freds, ginas, first, second, untilIn } = await fredInTurn()
  await first.ask(fred)
  await vi.waitFor(() => expect([news(host), news(freds)]).toEqual([1, 1]), WITHIN)
  expect((await queues.press(event, 'next')).status).toBe(200)
  await queues.joinTurn(ginas)
  await queues.joinTurn(host)
  await untilIn(gina)
  expect((await second.show(gina)).body.state).toBe('none')
  // Fred takes back what he asked for, and after it Gina asks: the bus keeps this order.
  expect((await first.withdraw(fred)).body.state).toBe('refused')
  expect((await second.ask(gina)).body).toMatchObject({ state: 'asked', asked_by_you: true })
  await vi.waitFor(() => expect([news(host), news(ginas)]).toEqual([2, 1]), WITHIN)
  expect((await second.show(owner)).body).toMatchObject({ state: 'asked', asked_by_you: false })
})
