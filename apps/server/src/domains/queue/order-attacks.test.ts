import type { LiveEvent, PresenceStats } from '@parley/contract'
import { describe, expect, test } from 'vitest'
import type { TestPerson } from '../../testing/api-caller.ts'
import { openTestServer } from '../../testing/test-server.ts'
import { queueCast } from './testing/queue-caller.ts'

const t = await openTestServer({ connections: 60 })
const cast = queueCast(t, ['fred', 'gina', 'hugo'])
const { owner, queues } = cast
const { fred, gina, hugo } = cast.fans

const orderOf = async (event: LiveEvent) =>
  (await queues.show(owner, event)).line?.map(({ name, number, state }) => [name, number, state])
const ready = (who: TestPerson, event: LiveEvent, body: object = { camera: true, microphone: true }) =>
  queues.call(who, event, ['ready', body])

describe('no place in a line is gained', () => {
  test('by two tabs that say ready fifty times, first of all and at once', async () => {
    const { event } = await queues.queueOf(`Tabs ${cast.nth}`, [fred, gina, hugo])
    const host = await queues.enter(owner, event)
    for (const fan of [fred, gina]) await queues.enter(fan, event)
    // Two pages of Hugo: the newer stands, and both press.
    for (let tab = 0; tab < 2; tab++) await queues.enter(hugo, event)
    const presses = await Promise.all(Array.from({ length: 50 }, () => ready(hugo, event)))
    expect(new Set(presses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(presses.at(-1)?.body.you).toMatchObject({ number: 3, ahead: 2 })
    for (const fan of [fred, gina]) await ready(fan, event)
    const here = ({ payload }: { payload?: unknown }) => (payload as PresenceStats).lurkers === 3
    await host.received('MESSAGE_PRESENCE_STATS', here)
    await queues.press(event, 'open')
    expect(await orderOf(event)).toEqual([
      [fred.username, 1, 'called'],
      [gina.username, 2, 'waiting'],
      [hugo.username, 3, 'waiting'],
    ])
  })

  test('by a client that claims what it has not checked, or names a place, a number or a moment of its own', async () => {
    const { event, places } = await queues.queueOf(`Claims ${cast.nth}`, [fred, gina])
    for (const body of [
      {},
      { camera: true },
      { camera: false, microphone: true },
      { camera: 1, microphone: 1 },
    ])
      expect((await ready(gina, event, body)).status).toBe(400)
    const claims = {
      place: places[0]?.id,
      number: 1,
      position: 0,
      version: 0,
      ready_at: '2020-01-01T00:00:00Z',
    }
    const claimed = await ready(gina, event, { camera: true, microphone: true, ...claims })
    expect(claimed.body.you).toMatchObject({ place: places[1]?.id, number: 2, ready: true })
    expect((await queues.show(fred, event)).you?.ready).toBe(false)
    expect((await queues.call(gina, event, ['leave', { place: places[0]?.id }])).status).toBe(200)
    expect((await queues.show(fred, event)).you?.state).toBe('waiting')
  })

  test('by leaving and buying again: who comes back is behind everybody', async () => {
    const { event } = await queues.queueOf(`Again ${cast.nth}`, [fred, gina])
    await queues.call(fred, event, ['leave', {}])
    await t.server.doDueWork()
    await t.server.doDueWork()
    const again = await queues.events.placeOf(fred, event)
    expect(again.turn).toMatchObject({ number: 3, state: 'waiting' })
    const waiting = (await orderOf(event))?.filter(([, , state]) => state === 'waiting')
    expect(waiting).toEqual([
      [gina.username, 2, 'waiting'],
      [fred.username, 3, 'waiting'],
    ])
  })
})
