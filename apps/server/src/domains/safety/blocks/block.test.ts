import type { BlockedPerson, BlockPreview, Page, SessionRequest } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventCaller } from '../../../testing/event-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { beginTurnOf, queueCaller } from '../../queue/testing/queue-caller.ts'
import { blockCaller } from './testing/block-caller.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ connections: 12 })
})
afterAll(() => server.close())

const { pair, block, paidLink, sql, audited } = blockCaller(() => server)
const unblock = (by: TestPerson, whom: TestPerson) => server.call(by, `DELETE /api/user/${whom.id}/block/`)
const preview = async (by: TestPerson, whom: TestPerson) =>
  (await server.call<BlockPreview>(by, `GET /api/user/${whom.id}/block/`)).body
const look = async (by: TestPerson, path: `/${string}`) => (await server.call(by, `GET ${path}`)).status

test('who is blocked is not there for the other, either way, until it is taken back', async () => {
  const { fan, star } = await pair()
  const event = await eventCaller(server).create(star)
  const paths: `/${string}`[] = [
    `/api/parley/${star.username}/`,
    `/api/parley/${star.username}/live_events/`,
    `/api/parley/${star.username}/slots/`,
    `/api/user/get_user/${star.username}/`,
    `/api/parley/${event.slug}/event/`,
    `/api/influencer/${star.id}/pay/`,
  ]
  const seen = async (viewer: TestPerson) => Promise.all(paths.map(path => look(viewer, path)))
  const found = async () => {
    const page = await server.call<Page<{ user: { username: string } }>>(fan, 'GET /api/explore/?q=star')
    const events = await server.call<Page<{ event: { slug: string } }>>(fan, 'GET /api/explore/?kind=events')
    return [
      page.body.results.some(card => card.user.username === star.username),
      events.body.results.some(card => card.event.slug === event.slug),
    ]
  }
  expect(await seen(fan)).toEqual([200, 200, 200, 200, 200, 200])
  expect(await found()).toEqual([true, true])
  for (const [by, whom] of [
    [fan, star],
    [star, fan],
  ] as const) {
    expect((await block(by, whom)).status).toBe(204)
    expect((await block(by, whom)).status).toBe(204)
    expect(await seen(fan)).toEqual([404, 404, 404, 404, 404, 404])
    expect(await found()).toEqual([false, false])
    expect(await look(star, `/api/user/get_user/${fan.username}/`)).toBe(404)
    expect(await look(star, `/api/parley/${star.username}/`)).toBe(200)
    expect((await server.book(fan, star)).status).toBe(404)
    expect((await eventCaller(server).bookPlace(fan, event)).status).toBe(404)
    const list = await server.call<Page<BlockedPerson>>(by, 'GET /api/user/me/blocks/')
    expect(list.body.results.map(person => person.username)).toEqual([whom.username])
    expect((await server.call<Page<BlockedPerson>>(whom, 'GET /api/user/me/blocks/')).body.count).toBe(0)
    // Who was blocked cannot take it back.
    await unblock(whom, by)
    expect(await look(fan, `/api/parley/${star.username}/`)).toBe(404)
    expect((await unblock(by, whom)).status).toBe(204)
    expect(await seen(fan)).toEqual([200, 200, 200, 200, 200, 200])
  }
  expect((await block(fan, fan)).status).toBe(409)
})

test('the list of whom one has blocked is whole, or read in pages', async () => {
  const { fan } = await pair()
  const others = [await pair(), await pair(), await pair()].map(({ star }) => star)
  for (const star of others) expect((await block(fan, star)).status).toBe(204)
  const list = async (query = '') =>
    (await server.call<Page<BlockedPerson>>(fan, `GET /api/user/me/blocks/${query}`)).body
  const names = others.map(({ username }) => username).reverse()
  const whole = await list()
  expect(whole).toMatchObject({ count: 3, next: null, previous: null })
  expect(whole.results.map(({ username }) => username)).toEqual(names)
  const first = await list('?page_size=2')
  expect(first).toMatchObject({ count: 3, previous: null })
  expect(first.results.map(({ username }) => username)).toEqual(names.slice(0, 2))
  const second = await list(first.next?.replace(/^.*[?]/, '?'))
  expect(second.results.map(({ username }) => username)).toEqual(names.slice(2))
  expect([second.next, second.previous]).toEqual([null, '/api/user/me/blocks/?page=1&page_size=2'])
  expect((await server.call(fan, 'GET /api/user/me/blocks/?page_size=101')).status).toBe(400)
  // A person who is unblocked between two pages moves nobody else: the address names the last person, not a number.
  await unblock(fan, others[2] as TestPerson)
  expect((await list(first.next?.replace(/^.*[?]/, '?'))).results).toEqual(second.results)
})

test('whether one person is blocked is answered without the list', async () => {
  const { fan, star } = await pair()
  const { star: other } = await pair()
  await block(fan, star)
  const blockedBy = async (by: TestPerson, username: string) =>
    (await server.call<Page<BlockedPerson>>(by, `GET /api/user/me/blocks/?username=${username}`)).body
  expect(await blockedBy(fan, star.username.toUpperCase())).toMatchObject({
    ...{ count: 1, next: null, previous: null, results: [{ id: star.id, username: star.username }] },
  })
  expect((await blockedBy(fan, other.username)).results).toEqual([])
  expect((await blockedBy(star, fan.username)).results).toEqual([])
  expect((await server.call(fan, 'GET /api/user/me/blocks/?username=%00')).status).toBe(400)
})

test.each([
  ['influencer', 'rejected'],
  ['buyer', 'cancelled'],
] as const)('a block by the %s ends what is paid and not begun as %s, all back', async (who, state) => {
  const { fan, star } = await pair()
  const paid = await server.bookAndPay(fan, star)
  const [by, whom] = who === 'buyer' ? [fan, star] : [star, fan]
  expect((await preview(by, whom)).ends).toEqual([
    expect.objectContaining({ slug: paid.slug, effect: state, back: '25.00' }),
  ])
  await block(by, whom)
  await server.server.doDueWork()
  const after = await server.request(fan, paid.slug)
  expect(after).toMatchObject({ state, outcome: state, payment: { status: 'refunded' } })
  expect(after.payment.refunded_amount).toBe('25.00')
  expect((await preview(by, whom)).ends).toEqual([])
  await audited()
})

test('an influencer reads nothing of what nobody has paid, and it ends too', async () => {
  const { fan, star } = await pair()
  const booked = (await server.book(fan, star)).body
  expect((await preview(star, fan)).ends).toEqual([])
  expect((await preview(fan, star)).ends).toEqual([expect.objectContaining({ back: null })])
  await block(star, fan)
  await server.server.doDueWork()
  expect((await server.request(fan, booked.slug)).state).toBe('rejected')
  expect((await server.pay(fan, booked)).status).toBe(409)
})

test('an offer of somebody one is parted from is not there, to look at or to claim', async () => {
  const { fan, star } = await pair()
  const link = await paidLink(fan)
  await block(star, fan)
  expect(await look(star, `/api/parley/${link.slug}/session/`)).toBe(404)
  expect((await server.call(star, `POST /api/parley/prepaid/${link.id}/accept/`)).status).toBe(404)
  await unblock(star, fan)
  expect((await server.call(star, `POST /api/parley/prepaid/${link.id}/accept/`)).status).toBe(200)
})

test('an invitation of a call between people who are parted is not there; who attends already does not any more', async () => {
  const { fan, star } = await pair()
  const friend = await server.fan(`friend-of-${fan.username}`)
  const paid = await server.bookAndPay(fan, star)
  const gift = () => server.call<{ url: string }>(fan, `POST /api/parley/${paid.slug}/session/gift/`)
  const accept = (token: string | null) => server.call(friend, 'POST /api/parley/gift/accept/', { token })
  const tokenOf = (url: string) => new URL(url).searchParams.get('token')
  const token = tokenOf((await gift()).body.url)
  await block(friend, star)
  expect((await accept(token)).status).toBe(404)
  expect((await server.call(friend, 'POST /api/parley/gift/look/', { token })).status).toBe(404)
  await unblock(friend, star)
  expect((await accept(token)).status).toBe(200)
  await block(star, friend)
  await server.server.doDueWork()
  const after = await server.request(fan, paid.slug)
  expect(after).toMatchObject({ state: 'offered', attendee: null, payment: { status: 'paid' } })
  await audited()
})

test('a buyer who is waited for cannot have the price back by a block; who is not waited for has all of it', async () => {
  for (const waits of [true, false]) {
    const { fan, star } = await pair()
    const startMs = server.clock.now().getTime() + 3_600_000
    const timeRange = {
      start: new Date(startMs).toISOString(),
      end: new Date(startMs + 900_000).toISOString(),
    }
    const paid = await server.bookAndPay(fan, star, { timeRange })
    await server.advance(3_600_000 / 1000 + 60)
    if (waits) {
      await sql('insert into call_rooms (id) values ($1)', paid.id)
      await sql(
        `insert into media_alone (id, room_id, side, started_at, proven_until)
         values (gen_random_uuid(), $1, 'influencer', $2, $3)`,
        ...[paid.id, new Date(startMs), server.clock.now()],
      )
    }
    expect((await preview(fan, star)).ends).toMatchObject([
      waits ? { effect: 'stays_paid', back: null } : { effect: 'cancelled', back: '25.00' },
    ])
    // What the press of End Call writes down while the influencer's media flows.
    if (waits)
      await sql('update call_rooms set buyer_ended_at = $2 where id = $1', paid.id, server.clock.now())
    await block(fan, star)
    await server.server.doDueWork()
    const after = await server.request(fan, paid.slug)
    expect(after).toMatchObject(
      waits
        ? { state: 'completed', outcome: 'buyer_absent', payment: { status: 'paid' } }
        : { state: 'cancelled', payment: { status: 'refunded' } },
    )
    if (!waits) continue
    // The influencer could not wait on: the room closed. Our record decides like the block.
    const absent = { kind: 'other_absent' }
    expect(await server.call(fan, `POST /api/parley/${paid.slug}/problem/`, absent)).toMatchObject({
      ...{ status: 201, body: { state: 'settled', decision: { rule: 'ended_by_buyer', refunded: '0.00' } } },
    })
    expect((await server.request(fan, paid.slug)).payment).toMatchObject({ status: 'paid' })
  }
  await audited()
})

test('a viewer who is parted from the owner is out, gets the unseen seconds back once, and does not come back for nothing', async () => {
  for (const who of ['owner', 'viewer'] as const) {
    const { fan, star } = await pair()
    const events = eventCaller(server)
    const event = await events.create(star, { amount: '6.00', duration: 60 })
    const place = await events.placeOf(fan, event)
    const { id } = event
    await sql(`update live_events set state = 'live', begun_at = $2 where id = $1`, id, server.clock.now())
    await sql(
      `update session_requests set state = 'accepted', begun_at = $2 where id = $1`,
      place.id,
      server.clock.now(),
    )
    await sql('insert into call_rooms (id, epoch) values ($1, 1)', id)
    await sql(
      `insert into live_intervals (id, room_id, epoch, started_at, proven_until, ended_at, ended_by)
       values (gen_random_uuid(), $1, 1, $2, $3, $3, 'influencer')`,
      ...[id, server.clock.now(), new Date(server.clock.now().getTime() + 20_000)],
    )
    const watching = await events.watch(fan, event)
    await watching.received('MESSAGE_CALL_STATS')
    const [by, whom] = who === 'owner' ? [star, fan] : [fan, star]
    expect((await preview(by, whom)).ends).toMatchObject([
      { effect: 'place_ended', format: 'broadcast', back: '4.00' },
    ])
    await block(by, whom)
    await server.server.doDueWork()
    expect(await watching.closed).toBe(4403)
    const settled = { outcome: 'part_served', settled_by: 'place_ended' }
    expect(await server.request(fan, place.slug)).toMatchObject({
      ...settled,
      payment: { refunded_amount: '4.00' },
    })
    await unblock(by, whom)
    expect(await (await events.watch(fan, event)).closed).toBe(4403)
    expect((await server.call(fan, `POST /api/influencer/parley_requests/${place.id}/session/`)).status).toBe(
      409,
    )
    await events.end(star, event)
    await server.server.doDueWork()
    expect((await server.request(fan, place.slug)).payment.refunded_amount).toBe('4.00')
  }
  await audited()
})

test('before a block in a running turn both read of the turn, not of an event that is watched; what was not used goes back', async () => {
  for (const who of ['host', 'fan'] as const) {
    const { fan, star } = await pair()
    const queues = queueCaller(server, star)
    const { event, places } = await queues.queueOf(`Block of the ${who}`, [fan])
    const [place] = places
    for (const person of [star, fan]) await queues.enter(person, event)
    await queues.ready(fan, event)
    await queues.press(event, 'open')
    await beginTurnOf(server, event, place?.id ?? '')
    const from = server.clock.now()
    server.clock.advance(20)
    await sql('insert into call_rooms (id, epoch) values ($1, 1) on conflict do nothing', place?.id)
    await sql(
      `insert into live_intervals (id, room_id, epoch, started_at, proven_until, ended_at, ended_by)
       values (gen_random_uuid(), $1, 1, $2, $3, $3, 'influencer')`,
      ...[place?.id, from, server.clock.now()],
    )
    const [by, whom] = who === 'host' ? [star, fan] : [fan, star]
    const side = who === 'host' ? 'influencer' : 'buyer'
    expect((await preview(by, whom)).ends).toMatchObject([
      { effect: 'place_ended', format: 'queue', side, back: '3.34' },
    ])
    await block(by, whom)
    await server.server.doDueWork()
    expect((await server.request(fan, place?.slug ?? '')).payment.refunded_amount).toBe('3.34')
    queues.leave()
    await server.server.doDueWork()
  }
  await audited()
})

test('a person has a limit of people to block', async () => {
  const { fan, star } = await pair()
  await sql(
    `insert into users select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(),
       'username', 'many' || n, 'email', 'many' || n || '@example.org'))).*
     from users u cross join generate_series(1, 1000) n where u.id = $1`,
    fan.id,
  )
  await sql(`insert into blocks select $1, id, now() from users where username like 'many%'`, fan.id)
  expect((await block(fan, star)).status).toBe(409)
  expect(await look(fan, `/api/parley/${star.username}/`)).toBe(200)
})

test('whom somebody blocked is in their export and goes with their account', async () => {
  const { fan, star } = await pair()
  await block(fan, star)
  const own = await server.call<{ blocked: BlockedPerson[] }>(fan, 'GET /api/user/me/export/')
  expect(own.body.blocked.map(person => person.username)).toEqual([star.username])
  const others = await server.call(star, 'GET /api/user/me/export/')
  expect(JSON.stringify(others.body)).not.toContain(fan.username)
  const password = 'correct horse battery'
  expect((await server.call(fan, 'DELETE /api/user/me/', { password })).status).toBe(200)
  expect((await sql('select 1 from blocks where blocker_id = $1', fan.id)).rows).toEqual([])
})

/** Sells with the strict ladder, and is booked for a start for which nothing comes back any more. */
async function lateCall(fan: TestPerson, star: TestPerson, inMinutes = 90) {
  const form = new FormData()
  form.set('main_session[money_back]', 'strict')
  expect((await server.call(star, `PATCH /api/influencer/${star.username}/`, form)).status).toBe(200)
  const start = new Date(server.clock.now().getTime() + inMinutes * 60_000)
  const timeRange = { start: start.toISOString(), end: new Date(start.getTime() + 900_000).toISOString() }
  return server.bookAndPay(fan, star, { timeRange })
}
const refunded = async (who: TestPerson, { slug }: SessionRequest) =>
  (await server.request(who, slug)).payment.refunded_amount

test('who blocks again and again instead of cancelling late has the ladder from the third on', async () => {
  const { fan, star } = await pair()
  const stars = [star, (await pair()).star, (await pair()).star]
  const calls = []
  for (const each of stars) calls.push({ star: each, request: await lateCall(fan, each) })
  const back: (string | null | undefined)[] = []
  for (const { star: each, request } of calls) {
    back.push((await preview(fan, each)).ends[0]?.back)
    await block(fan, each)
    await server.server.doDueWork()
    back.push(await refunded(fan, request))
  }
  expect(back).toEqual(['25.00', '25.00', '25.00', '25.00', '0.00', '0.00'])
  expect((await preview(fan, (await pair()).star)).ends).toEqual([])
  // An influencer who blocks breaks the sale: all of it goes back, whatever the buyer did before.
  const other = await pair()
  const kept = await lateCall(fan, other.star)
  await block(other.star, fan)
  await server.server.doDueWork()
  expect(await refunded(fan, kept)).toBe('25.00')
  await audited()
})

test('who blocks the same person again and again has the ladder from the third press on; one press counts once', async () => {
  const { fan, star } = await pair()
  const back: (string | null | undefined)[][] = []
  for (let press = 1; press <= 3; press++) {
    const calls = [await lateCall(fan, star)]
    if (press === 1) calls.push(await lateCall(fan, star, 110))
    const previewed = (await preview(fan, star)).ends.map(end => end.back)
    await block(fan, star)
    await server.server.doDueWork()
    back.push(previewed, await Promise.all(calls.map(request => refunded(fan, request))))
    await unblock(fan, star)
    await server.advance(60)
  }
  expect(back).toEqual([
    ...[
      ['25.00', '25.00'],
      ['25.00', '25.00'],
    ],
    ...[['25.00'], ['25.00'], ['0.00'], ['0.00']],
  ])
  await audited()
})

test('six such blocks at once give all back for two', async () => {
  const { fan } = await pair()
  const calls = []
  for (let i = 0; i < 6; i++) {
    const { star } = await pair()
    calls.push({ star, request: await lateCall(fan, star) })
    // What one person may book in an hour is bounded.
    if (i === 2) await server.advance(60)
  }
  await Promise.all(calls.map(({ star }) => block(fan, star)))
  await Promise.all([server.server.doDueWork(), server.server.doDueWork()])
  const sums = await Promise.all(calls.map(({ request }) => refunded(fan, request)))
  expect(sums.sort()).toEqual(['0.00', '0.00', '0.00', '0.00', '25.00', '25.00'])
  await audited()
})
