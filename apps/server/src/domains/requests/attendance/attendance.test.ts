import type { CallAttendance, SessionRequest } from '@parley/contract'
import { MINUTE_MS } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventCaller } from '../../../testing/event-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { turnCaller } from '../../queue/testing/turn-caller.ts'
import { beginCall, completeCall } from '../public.ts'

let t: TestServer
let star: TestPerson
let fan: TestPerson
beforeAll(async () => {
  t = await openTestServer()
  star = await t.influencer('star')
  fan = await t.fan('fan')
})
afterAll(() => t.close())

const at = (start: Date, minutes: number) => new Date(start.getTime() + minutes * MINUTE_MS).toISOString()
const seen = (who: TestPerson, { slug }: SessionRequest) =>
  t.call<CallAttendance>(who, `GET /api/parley/${slug}/attendance/`)

/** What the clock would have stored. */
async function store(
  request: SessionRequest,
  kind: 'both' | 'buyer' | 'influencer',
  [from, until, by = 'influencer']: [string, string, string?],
): Promise<void> {
  const { pool } = t.server.database
  await pool.query('insert into call_rooms (id) values ($1) on conflict do nothing', [request.id])
  const values = [crypto.randomUUID(), request.id, from, until]
  await (kind === 'both'
    ? pool.query(
        `insert into live_intervals (id, room_id, epoch, started_at, proven_until, ended_at, ended_by)
         values ($1, $2, 1, $3, $4, $4, $5)`,
        [...values, by],
      )
    : pool.query(
        'insert into media_alone (id, room_id, side, started_at, proven_until) values ($1, $2, $5, $3, $4)',
        [...values, kind],
      ))
}

let days = 0

/** A paid call on a day of its own: so tight a window is sold once. */
async function dated(): Promise<{ request: SessionRequest; start: Date }> {
  days += 1
  const start = new Date(t.clock.now().getTime() + days * 24 * 60 * MINUTE_MS)
  const timeRange = { start: at(start, 0), end: at(start, 20) }
  return { request: await t.bookAndPay(fan, star, { timeRange }), start }
}

describe('who was in a call', () => {
  test('is empty before it began, with what was agreed', async () => {
    const { request, start } = await dated()
    const nobody = { first_seen: null, last_seen: null, waited: 0 }
    expect(await seen(fan, request)).toMatchObject({
      status: 200,
      body: {
        agreed: { start: at(start, 0), end: at(start, 20) },
        opens_at: at(start, -10),
        you: nobody,
        other: nobody,
        live: [],
        used: 0,
        decision: null,
      },
    })
  })

  test('is told to each side from its own place, by the media that the clock stored', async () => {
    const { request, start } = await dated()
    await store(request, 'influencer', [at(start, -2), at(start, 3)])
    await store(request, 'both', [at(start, 3), at(start, 8), 'buyer'])
    await store(request, 'buyer', [at(start, 10), at(start, 11)])
    // Before the agreed start nobody waits; what both were there for is no waiting.
    const influencer = { first_seen: at(start, -2), last_seen: at(start, 8), waited: 180 }
    const buyer = { first_seen: at(start, 3), last_seen: at(start, 11), waited: 60 }
    const live = [{ start: at(start, 3), end: at(start, 8), ended_by: 'buyer' }]
    expect((await seen(fan, request)).body).toMatchObject({
      ...{ you: buyer, other: influencer, live, used: 300 },
      opens_at: at(start, -10),
    })
    expect((await seen(star, request)).body).toMatchObject({ you: influencer, other: buyer, live })
  })

  test('says by which rule the money went, once that is decided', async () => {
    const { request, start } = await dated()
    t.clock.advance((start.getTime() - t.clock.now().getTime()) / 1000)
    await beginCall(t.server.domains.requests, request.id)
    await store(request, 'both', [at(start, 0), at(start, 9)])
    await store(request, 'influencer', [at(start, 9), at(start, 19)])
    await t.advance(21 * 60)
    const settled = await t.request(fan, request.slug)
    for (const who of [fan, star])
      expect((await seen(who, request)).body.decision).toEqual({
        outcome: 'part_served',
        rule: 'influencer_waited',
        refunded: '0.00',
        at: settled.ended_at,
      })
  })

  test('is counted before any agreed time where there is none, and waiting only after the last moment of both', async () => {
    const request = await t.bookAndPay(fan, star)
    const now = t.clock.now()
    await store(request, 'influencer', [at(now, -60), at(now, -50)])
    await store(request, 'both', [at(now, -10), at(now, -8), 'platform'])
    const { body } = await seen(star, request)
    expect(body).toMatchObject({ agreed: null, opens_at: null, you: { waited: 0, first_seen: at(now, -60) } })
    await completeCall(t.server.domains.requests, request.id)
    expect((await seen(star, request)).body.decision).toMatchObject({ outcome: 'served', rule: 'used_up' })
  })

  test('is nobody else’s to know, and tells the attendee of a gift nothing of the money', async () => {
    const request = await t.bookAndPay(fan, star)
    const [friend, stranger] = [await t.fan('friend'), await t.fan('stranger')]
    const { body: link } = await t.call<{ url: string }>(
      fan,
      `POST /api/parley/${request.slug}/session/gift/`,
      {},
    )
    const token = new URL(link.url).searchParams.get('token')
    await t.call(friend, 'POST /api/parley/gift/accept/', { token })
    await completeCall(t.server.domains.requests, request.id)
    expect((await seen(friend, request)).body.decision).toMatchObject({ outcome: 'served', refunded: null })
    expect((await seen(stranger, request)).status).toBe(404)
    expect((await t.call(null, `GET /api/parley/${request.slug}/attendance/`)).status).toBe(401)
  })
})

describe('who was in a turn of a queue', () => {
  test('is told to its fan and its host alone, with what was used of it and how it ended', async () => {
    const gina = await t.fan('gina')
    const turns = turnCaller(t, star)
    const { event, places } = await turns.queues.queueOf('Meet the star', [fan, gina])
    const [place, next] = places as [SessionRequest, SessionRequest]
    const { from, until } = await turns.serve(event, { place, fan })
    const both = { first_seen: from.toISOString(), last_seen: until.toISOString(), waited: 0 }
    const live = [{ start: from.toISOString(), end: until.toISOString(), ended_by: 'time' }]
    const { ended_at: at } = await t.request(fan, place.slug)
    for (const who of [fan, star])
      expect(await seen(who, place)).toEqual({
        status: 200,
        headers: expect.anything(),
        body: {
          ...{ agreed: null, opens_at: null, you: both, other: both, live, used: 60 },
          decision: { outcome: 'served', rule: 'used_up', refunded: '0.00', at },
        },
      })
    // Who comes next reads nothing of the turn before, and the line nothing of theirs.
    expect((await seen(gina, place)).status).toBe(404)
    expect((await seen(fan, next)).status).toBe(404)
    const nobody = { first_seen: null, last_seen: null, waited: 0 }
    expect((await seen(gina, next)).body).toMatchObject({ you: nobody, other: nobody, live: [], used: 0 })
    turns.queues.leave()
  })

  test('says how long the host waited for a fan who was called, and by which rule the price stays paid', async () => {
    const absent = await t.fan('hugo')
    const turns = turnCaller(t, star)
    const { event, places } = await turns.queues.queueOf('Meet the star again', [absent], 'keep')
    const [place] = places as [SessionRequest]
    // The line opens late: its date says nothing of when this turn comes.
    await t.advance(5 * 60)
    const { from, until } = await turns.miss(event, { place, fan: absent })
    expect((await seen(absent, place)).body).toMatchObject({
      you: { first_seen: null, last_seen: null, waited: 0 },
      other: { first_seen: from.toISOString(), last_seen: until.toISOString(), waited: 42 },
      ...{ live: [], used: 0 },
      decision: { outcome: 'buyer_absent', rule: 'buyer_absent', refunded: '0.00' },
    })
    turns.queues.leave()
  })

  test('is not stored of a broadcast, whose viewers nobody counts by name', async () => {
    const events = eventCaller(t)
    const place = await events.placeOf(fan, await events.create(star, { title: 'Only watched' }))
    for (const who of [fan, star]) expect((await seen(who, place)).status).toBe(404)
  })
})
