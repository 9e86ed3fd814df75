import type { QueueShown, SessionRequest } from '@parley/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { TestPerson } from '../../testing/api-caller.ts'
import { earningCaller } from '../../testing/earning.ts'
import { openTestServer } from '../../testing/test-server.ts'
import { LENGTH, queueCaller, WITHIN } from './testing/queue-caller.ts'

const t = await openTestServer({ connections: 60 })
const owner = await t.influencer('ivy')
const { events, queueOf, soonToBe, call, look, show, ready, press, stateOf, enter, joinTurn, leave } =
  queueCaller(t, owner)
let fans: TestPerson[]

beforeAll(async () => {
  fans = await Promise.all(['fred', 'gina', 'hugo'].map(name => t.fan(name)))
})
afterEach(async () => {
  leave()
  await t.server.doDueWork()
  expect(await t.breaches()).toEqual([])
})
afterAll(t.close)

describe('a line', () => {
  test('is shown whole to its host and each fan is told of their own place alone; strangers find nothing', async () => {
    const { event } = await queueOf('Who sees what', fans)
    await t.server.doDueWork()
    const whole = await show(owner, event)
    expect(whole.line?.map(({ number, name, state }) => [number, name, state])).toEqual([
      [1, 'fred', 'waiting'],
      [2, 'gina', 'waiting'],
      [3, 'hugo', 'waiting'],
    ])
    const gina = await show(fans[1] as TestPerson, event)
    expect([gina.line, gina.you?.number, gina.you?.ahead]).toEqual([null, 2, 1])
    expect(JSON.stringify(gina)).not.toContain('fred')
    const stranger = await t.fan('stranger')
    expect((await look(stranger, event)).status).toBe(404)
    expect((await call(fans[0] as TestPerson, event, ['next', { version: 1 }])).status).toBe(403)
  })

  test('fifty presses of Next make one advance; an old version is 409', async () => {
    const { event } = await queueOf('Fifty presses', fans)
    const hosts = await enter(owner, event)
    const [fred, gina] = fans as [TestPerson, TestPerson]
    const [one] = [await enter(fred, event)]
    await enter(gina, event)
    for (const fan of [fred, gina]) await ready(fan, event)
    expect((await press(event, 'open')).status).toBe(200)
    await joinTurn(hosts)
    await joinTurn(one)
    await vi.waitFor(async () => expect(await stateOf(fred, event)).toBe('in_turn'), WITHIN)
    const { version } = await show(owner, event)
    const presses = await Promise.all(
      Array.from({ length: 50 }, () => call(owner, event, ['next', { version }])),
    )
    expect(presses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(presses.filter(({ status }) => status === 409)).toHaveLength(49)
    expect([await stateOf(fred, event), await stateOf(gina, event)]).toEqual(['part', 'called'])
  })
})

describe('turns', () => {
  test('are nobody’s before the event opens: a fan reads that it is not their turn yet, and the host when it opens', async () => {
    const [fred] = fans as [TestPerson]
    const { event } = await soonToBe('Forty minutes early', [fred])
    const [fan, host] = [await enter(fred, event), await enter(owner, event)]
    for (const each of [fan, host]) each.say({ handler: 'get_session', handler_kwargs: {} })
    expect(await fan.received('MESSAGE_ERROR')).toMatchObject({ messages: ['It is not your turn yet'] })
    const opens = new Date(Date.parse(event.starts_at ?? '') - 600_000).toISOString()
    expect(await host.received('MESSAGE_ERROR')).toMatchObject({ messages: [`This call opens at ${opens}`] })
    await events.cancel(owner, event)
  })

  test('each in a room of its own: nobody gets a room before they are called, nor a packet of another’s turn', async () => {
    const [fred, gina] = fans as [TestPerson, TestPerson]
    const { event, places } = await queueOf('Rooms', [fred, gina])
    const [hosts, ofFred, ofGina] = [
      await enter(owner, event),
      await enter(fred, event),
      await enter(gina, event),
    ]
    for (const fan of [fred, gina]) await ready(fan, event)
    ofGina.say({ handler: 'get_session', handler_kwargs: {} })
    expect(await ofGina.received('MESSAGE_ERROR')).toMatchObject({ messages: ['It is not your turn yet'] })
    await press(event, 'open')
    await t.server.doDueWork()
    await ofFred.received('MESSAGE_QUEUE', ({ payload }) => (payload as QueueShown).you?.state === 'called')
    const first = await joinTurn(ofFred)
    const host = await joinTurn(hosts)
    expect([first.room, host.room]).toEqual([places[0]?.id, places[0]?.id])
    const asGina = await t.call(gina, `POST /api/influencer/parley_requests/${places[1]?.id}/session/`)
    expect([asGina.status, asGina.body]).toMatchObject([409, { detail: 'It is not your turn yet' }])
    await vi.waitFor(async () => expect(await stateOf(fred, event)).toBe('in_turn'), WITHIN)
    await vi.waitFor(() => expect(first.media.packetsReceived()).toBeGreaterThan(5), WITHIN)

    await t.clock.advance(LENGTH)
    await vi.waitFor(async () => {
      await t.server.doDueWork()
      expect(await stateOf(gina, event)).toBe('called')
    }, WITHIN)
    expect(await t.request(fred, places[0]?.slug ?? '')).toMatchObject({
      state: 'completed',
      outcome: 'served',
      used_duration: LENGTH,
    })
    const second = await joinTurn(ofGina)
    const hostAgain = await joinTurn(hosts)
    expect(second.room).toBe(places[1]?.id)
    expect(hostAgain.room).toBe(second.room)
    const seenByFred = first.media.packetsReceived()
    await vi.waitFor(() => expect(second.media.packetsReceived()).toBeGreaterThan(20), WITHIN)
    expect(first.media.packetsReceived()).toBe(seenByFred)
    // The begin of the turn changes the line, and a press names the line that its page has seen.
    await vi.waitFor(async () => expect(await stateOf(gina, event)).toBe('in_turn'), WITHIN)

    expect((await press(event, 'end')).status).toBe(200)
    await t.server.doDueWork()
    const part = await t.request(gina, places[1]?.slug ?? '')
    expect(part).toMatchObject({ state: 'completed', outcome: 'part_served' })
    const back = Math.ceil((500 * (LENGTH - Math.floor(part.used_duration))) / LENGTH) / 100
    expect(part.payment.refunded_amount).toBe(back.toFixed(2))
    expect((await events.show(event)).state).toBe('ended')
  })
})

describe('money', () => {
  test('goes back in full when the host does not open the queue within 15 minutes', async () => {
    const [fred] = fans as [TestPerson]
    const absent = await queueOf('Host absent', [fred], 'keep')
    await t.advance(14 * 60)
    expect((await show(owner, absent.event)).state).toBe('scheduled')
    await t.advance(61)
    await t.server.doDueWork()
    expect(await t.request(fred, absent.places[0]?.slug ?? '')).toMatchObject({
      state: 'expired',
      payment: { status: 'refunded', refunded_amount: '5.00' },
    })
  })

  test('goes back in full when the host takes the event back', async () => {
    const [, gina] = fans as [TestPerson, TestPerson]
    const cancelled = await queueOf('Taken back', [gina])
    await events.cancel(owner, cancelled.event)
    await t.server.doDueWork()
    await t.server.doDueWork()
    expect(await t.request(gina, cancelled.places[0]?.slug ?? '')).toMatchObject({
      state: 'cancelled',
      payment: { status: 'refunded', refunded_amount: '5.00' },
    })
    expect((await show(owner, cancelled.event)).state).toBe('ended')
  })

  test('of who was not there when their moment came is kept too, however late the line is when they leave', async () => {
    const [fred, gina] = fans as [TestPerson, TestPerson]
    const { event, places } = await queueOf('Leaving late', [fred, gina], 'keep')
    await enter(owner, event)
    await enter(gina, event)
    await press(event, 'open')
    await ready(gina, event)
    expect([await stateOf(fred, event), await stateOf(gina, event)]).toEqual(['waiting', 'called'])
    // As if all of this went on forty minutes after the time on the tickets.
    await t.server.database.pool.query(
      `update live_events set starts_at = starts_at - interval '40 minutes' where id = $1`,
      [event.id],
    )
    expect((await show(gina, event)).you?.back).toBe('all')
    expect((await show(fred, event)).you?.back).toBe('none')
    expect((await call(fred, event, ['leave', {}])).status).toBe(200)
    await t.server.doDueWork()
    expect(await t.request(fred, places[0]?.slug ?? '')).toMatchObject({
      outcome: 'left_line',
      payment: { status: 'paid' },
    })
  })

  test('of who leaves an open line is kept where the event says so; removed by the host they get all of it', async () => {
    const [fred, gina] = fans as [TestPerson, TestPerson]
    const { event, places } = await queueOf('Leaving', [fred, gina], 'keep')
    await enter(owner, event)
    expect((await show(fred, event)).you).toMatchObject({ why: null, back: 'all', leaves_with_all: true })
    await press(event, 'open')
    expect((await show(fred, event)).you).toMatchObject({ why: null, back: 'none', leaves_with_all: false })
    expect((await call(fred, event, ['leave', {}])).status).toBe(200)
    const left = { state: 'left', why: 'absent', back: 'none', paid: '5.00' }
    expect((await show(fred, event)).you).toMatchObject({ ...left, refunded: null })
    const { version } = await show(owner, event)
    await call(owner, event, ['remove', { version, place: places[1]?.id }])
    await t.server.doDueWork()
    expect(await t.request(fred, places[0]?.slug ?? '')).toMatchObject({
      state: 'completed',
      outcome: 'left_line',
      payment: { status: 'paid' },
    })
    expect(await t.request(gina, places[1]?.slug ?? '')).toMatchObject({ payment: { status: 'refunded' } })
    expect((await show(fred, event)).you).toMatchObject({ ...left, refunded: '0.00' })
    expect((await show(gina, event)).you).toMatchObject({ back: 'all', paid: '5.00', refunded: '5.00' })
  })

  test('of a place that its bank disputes while its holder waits is kept too; nobody is told that they left', async () => {
    const [fred, gina] = fans as [TestPerson, TestPerson]
    const { event, places } = await queueOf('Disputed in the line', [fred, gina], 'keep')
    await enter(owner, event)
    await press(event, 'open')
    const place = places[1] as SessionRequest
    t.sandbox.faults.openDispute(await earningCaller(t).intentOf(place))
    await vi.waitFor(async () => {
      await t.server.doDueWork()
      expect(await stateOf(gina, event)).toBe('left')
      expect(await t.request(gina, place.slug)).toMatchObject({
        ...{ state: 'completed', outcome: 'disputed_in_line', settled_by: 'disputed_in_line' },
      })
    }, WITHIN)
  })
})
