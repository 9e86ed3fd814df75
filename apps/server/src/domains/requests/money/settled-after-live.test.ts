import type { SessionRequest } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventCaller } from '../../../testing/event-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { countedElsewhere } from '../../../testing/written-intervals.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer()
})
afterAll(() => t?.close())

let people = 0
const sql = (text: string, ...values: unknown[]) => t.server.database.pool.query(text, values)
async function audited() {
  expect(await t.breaches()).toEqual([])
}

/**
 * An event of 600 s for 6.00, on air for some seconds; another process counts it and has proven all but the last two.
 */
async function onAir(seconds: number) {
  const [owner, fan] = [await t.influencer(`star${++people}`), await t.fan(`fan${people}`)]
  const events = eventCaller(t)
  const event = await events.create(owner, { amount: '6.00', duration: 600 })
  const place = await events.placeOf(fan, event)
  const fromMs = t.clock.now().getTime() - seconds * 1000
  await sql(`update live_events set state = 'live', begun_at = $2 where id = $1`, event.id, new Date(fromMs))
  const counted = await countedElsewhere(t, event.id, { fromMs, provenSeconds: seconds - 2 })
  return { fan, place, counted, end: () => events.end(owner, event) }
}

/** A begun call of 900 s for 25.00, agreed for 20 min, 6 s before its end; 298 s of it are proven. */
async function atItsEnd() {
  const [star, fan] = [await t.influencer(`star${++people}`), await t.fan(`fan${people}`)]
  const startMs = t.clock.now().getTime() + 3_600_000
  const endMs = startMs + 1_200_000
  const timeRange = { start: new Date(startMs).toISOString(), end: new Date(endMs).toISOString() }
  const paid = await t.bookAndPay(fan, star, { timeRange })
  const fromMs = endMs - 300_000
  await sql(
    `update session_requests set state = 'accepted', begun_at = $2, due_at = ends_at where id = $1`,
    ...[paid.id, new Date(fromMs)],
  )
  t.clock.advance((endMs - t.clock.now().getTime()) / 1000)
  const counted = await countedElsewhere(t, paid.id, { fromMs, provenSeconds: 298 })
  return { fan, paid, counted }
}

const shown = async (fan: TestPerson, request: SessionRequest) => {
  await t.server.doDueWork()
  return t.request(fan, request.slug)
}
const STANDS_OPEN = { state: 'accepted', payment: { refunded_amount: '0.00' } }
const partServed = (refunded: string) => ({
  ...{ state: 'completed', outcome: 'part_served' },
  payment: { refunded_amount: refunded },
})

describe('an event that its owner ends while it is counted', () => {
  test('is over at once, and its places are settled by all that was broadcast up to then, when that has ended', async () => {
    const { fan, place, counted, end } = await onAir(300)
    expect(await end()).toMatchObject({ status: 200, body: { state: 'ended' } })
    expect(await shown(fan, place)).toMatchObject(STANDS_OPEN)
    expect((await end()).status).toBe(409)
    await audited()
    await counted.end(301)
    await t.advance(1)
    expect(await shown(fan, place)).toMatchObject(partServed('3.00'))
    await audited()
  })

  test('gives nothing back where the rest was broadcast before the count ended', async () => {
    const { fan, place, counted, end } = await onAir(600)
    await end()
    await counted.end(600)
    await t.advance(1)
    expect(await shown(fan, place)).toMatchObject({ state: 'completed', outcome: 'served' })
  })

  test('is settled after a minute by what is proven, where the count does not end', async () => {
    const { fan, place, counted, end } = await onAir(300)
    await end()
    await t.advance(59)
    expect(await shown(fan, place)).toMatchObject(STANDS_OPEN)
    await t.advance(1)
    expect(await shown(fan, place)).toMatchObject(partServed('3.02'))
    await counted.end(298)
    await audited()
  })
})

describe('a dated call that is live at its agreed end', () => {
  test('is settled by all of its paid time, when that has ended', async () => {
    const { fan, paid, counted } = await atItsEnd()
    expect(await shown(fan, paid)).toMatchObject(STANDS_OPEN)
    await counted.end(300)
    await t.advance(1)
    expect(await shown(fan, paid)).toMatchObject(partServed('16.67'))
    await audited()
  })

  test('is settled after a minute by what is proven, where the count does not end', async () => {
    const { fan, paid, counted } = await atItsEnd()
    await t.advance(59)
    expect(await shown(fan, paid)).toMatchObject(STANDS_OPEN)
    await t.advance(1)
    expect(await shown(fan, paid)).toMatchObject(partServed('16.73'))
    await counted.end(298)
    await audited()
  })
})
