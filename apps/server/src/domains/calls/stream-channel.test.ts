import type { LiveEvent, SessionRequest } from '@parley/contract'
import { DAY_SECONDS } from '@parley/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { joinNatively } from '../../providers/video-embedded/testing/harness.ts'
import type { SocketClient } from '../../realtime/testing/socket-client.ts'
import type { TestPerson } from '../../testing/api-caller.ts'
import { eventCaller } from '../../testing/event-caller.ts'
import { openTestServer } from '../../testing/test-server.ts'
import { receivesLine, say } from './testing/chat-client.ts'
import type { VideoTestClient } from './video-provider.contract.ts'

const t = await openTestServer({ connections: 30 })
const events = eventCaller(t)
const WITHIN = { timeout: 60_000, interval: 50 }
const inSeconds = (seconds: number) => new Date(t.clock.now().getTime() + seconds * 1000).toISOString()
let owner: TestPerson
let fan: TestPerson
let late: TestPerson
const joined: VideoTestClient[] = []
const sockets: SocketClient[] = []

beforeAll(async () => {
  owner = await t.influencer('ivy')
  fan = await t.fan('fred')
  late = await t.fan('lola')
})
afterEach(async () => {
  for (const client of joined.splice(0)) client.leave()
  for (const { socket } of sockets.splice(0)) socket.close()
  await t.server.doDueWork()
  expect(await t.breaches()).toEqual([])
})
afterAll(t.close)

const getSession = { handler: 'get_session', handler_kwargs: {} }

async function enter(person: TestPerson, event: LiveEvent): Promise<SocketClient> {
  const socket = await events.watch(person, event)
  sockets.push(socket)
  return socket
}

/** Enters by the socket and joins the video room with what it answers. */
async function join(person: TestPerson, event: LiveEvent) {
  const socket = await enter(person, event)
  socket.say(getSession)
  const answer = await socket.received('MESSAGE_PARLEY_SESSION')
  const ticket = {
    provider: 'embedded' as const,
    url: String(answer.url),
    token: String(answer.token),
    room: '',
  }
  const media = await joinNatively({ ...ticket, room: String(answer.session) })
  joined.push(media)
  return { socket, media, answer }
}
type Joined = Awaited<ReturnType<typeof join>>

const stats = (socket: SocketClient) => {
  const last = socket.messages.filter(message => message.handler === 'MESSAGE_CALL_STATS').at(-1)
  return last?.payload as { total_duration: number; used_duration: number; is_live: boolean } | undefined
}
const isLive = ({ socket }: Joined) => vi.waitFor(() => expect(stats(socket)?.is_live).toBe(true), WITHIN)
const isStill = ({ socket }: Joined) => vi.waitFor(() => expect(stats(socket)?.is_live).toBe(false), WITHIN)
const sees = ({ media }: Joined) =>
  vi.waitFor(() => expect(media.packetsReceived()).toBeGreaterThan(5), WITHIN)
const request = async (person: TestPerson, place: SessionRequest) => {
  await t.server.doDueWork()
  return t.request(person, place.slug)
}
/** What the clock has stored of a broadcast. */
const provenSeconds = async (event: LiveEvent) => {
  const { rows } = await t.server.database.pool.query<{ seconds: string }>(
    'select extract(epoch from sum(coalesce(ended_at, proven_until) - started_at)) as seconds from live_intervals where room_id = $1',
    [event.id],
  )
  return Number(rows[0]?.seconds)
}
/** Seconds pass. */
const pass = (seconds: number) => t.clock.advance(seconds)

test('the owner alone is told how many watch which size of the picture', async () => {
  const event = await events.create(owner, { title: 'In two sizes' })
  for (const viewer of [fan, late]) await events.placeOf(viewer, event)
  const [host, ...viewers] = [await join(owner, event), await join(fan, event), await join(late, event)]
  const sizesSentTo = ({ socket }: Joined) =>
    socket.messages.filter(message => message.handler === 'MESSAGE_SIZES').map(({ payload }) => payload)
  await vi.waitFor(() => expect(sizesSentTo(host).at(-1)).toEqual({ large: 2, small: 0 }), WITHIN)
  // An owner who comes again gets the current counts.
  const again = await enter(owner, event)
  expect((await again.received('MESSAGE_SIZES')).payload).toEqual({ large: 2, small: 0 })
  viewers[0]?.media.leave()
  await vi.waitFor(
    () =>
      expect(again.messages.findLast(message => message.handler === 'MESSAGE_SIZES')?.payload).toEqual({
        large: 1,
        small: 0,
      }),
    WITHIN,
  )
  for (const viewer of viewers) expect(sizesSentTo(viewer)).toEqual([])
})

describe('who may enter an event', () => {
  test('its owner and everybody who has a paid place; each is informed which side they are', async () => {
    const event = await events.create(owner, { title: 'Who may enter' })
    await events.placeOf(fan, event)
    await events.bookPlace(late, event)
    const answers = await Promise.all([join(owner, event), join(fan, event)])
    expect(answers.map(({ answer }) => answer.is_influencer)).toEqual([true, false])
    expect(new Set(answers.map(({ answer }) => answer.session))).toEqual(new Set([event.id]))
    expect(await (await enter(late, event)).closed).toBe(4403)
    expect(await (await enter(await t.fan('stranger'), event)).closed).toBe(4403)
    expect(await (await enter(fan, { ...event, slug: 'no-such-event' })).closed).toBe(4404)
  })

  test('gets the same by HTTP, by the place', async () => {
    const event = await events.create(owner, { title: 'By the place' })
    const place = await events.placeOf(fan, event)
    await t.dropUnpaid(late)
    const unpaid = (await events.bookPlace(late, event)).body
    const asViewer = await t.call(fan, `POST /api/influencer/parley_requests/${place.id}/session/`)
    expect([asViewer.status, asViewer.body]).toMatchObject([200, { session: event.id, is_influencer: false }])
    const asOwner = await t.call(owner, `POST /api/influencer/requests/${place.id}/session/`)
    expect([asOwner.status, asOwner.body]).toMatchObject([200, { session: event.id, is_influencer: true }])
    expect((await t.call(late, `POST /api/influencer/parley_requests/${unpaid.id}/session/`)).status).toBe(
      402,
    )
    expect((await t.call(fan, `POST /api/influencer/requests/${place.id}/session/`)).status).toBe(403)
  })

  test('nobody any more when it is cancelled: everybody who waits is informed', async () => {
    const event = await events.create(owner, { title: 'Called off while waiting' })
    const place = await events.placeOf(fan, event)
    const waiting = await enter(fan, event)
    await events.cancel(owner, event)
    await t.server.doDueWork()
    expect(await waiting.closed).toBe(4410)
    for (const each of [owner, fan]) expect(await (await enter(each, event)).closed).toBe(4410)
    const session = await t.call(fan, `POST /api/influencer/parley_requests/${place.id}/session/`)
    expect([session.status, session.body]).toEqual([409, { detail: 'This call is over' }])
  })

  test('before its time a dated event says when it opens; what the owner shows before the start is not counted', async () => {
    const event = await events.create(owner, { title: 'At eight', starts_at: inSeconds(1200), duration: 30 })
    await events.placeOf(fan, event)
    const early = await enter(fan, event)
    early.say(getSession)
    const opens = inSeconds(600)
    expect(await early.received('MESSAGE_ERROR')).toMatchObject({ messages: [`This call opens at ${opens}`] })
    t.clock.advance(601)
    const star = await join(owner, event)
    const viewer = await join(fan, event)
    await sees(viewer)
    pass(3)
    expect(stats(star.socket)).toMatchObject({ used_duration: 0, is_live: false })
    t.clock.advance(597)
    await isLive(star)
    expect((await events.show(event)).state).toBe('live')
  })
})

describe('watching an event', () => {
  test('the owner hears how many watch and who, a viewer how many', async () => {
    const event = await events.create(owner, { title: 'Who watches' })
    for (const each of [fan, late]) await events.placeOf(each, event)
    const [star, viewer] = [await enter(owner, event), await enter(fan, event)]
    await enter(late, event)
    const payload = (expected: unknown) => (message: Record<string, unknown>) =>
      JSON.stringify(message.payload) === JSON.stringify(expected)
    await star.received('MESSAGE_PRESENCE_STATS', payload({ lurkers: 2, users: ['ivy', 'fred', 'lola'] }))
    await viewer.received('MESSAGE_PRESENCE_STATS', payload({ lurkers: 2, users: ['ivy', 'fred'] }))
  })

  test('time is used while the owner broadcasts, no matter who watches; late and returning viewers just join', async () => {
    const event = await events.create(owner, { title: 'One clock' })
    const place = await events.placeOf(fan, event)
    await events.placeOf(late, event)
    const viewer = await join(fan, event)
    pass(5)
    expect(stats(viewer.socket)).toMatchObject({ used_duration: 0, is_live: false })
    const star = await join(owner, event)
    await isLive(star)
    await sees(viewer)
    pass(10)
    viewer.media.leave()
    viewer.socket.socket.close()
    pass(10)
    await sees(await join(late, event))
    await sees(await join(fan, event))
    expect((await request(fan, place)).state).toBe('accepted')
    star.media.leave()
    await isStill(star)
    const used = stats(star.socket)?.used_duration ?? 0
    expect(used).toBeGreaterThanOrEqual(19)
    expect(used).toBeLessThanOrEqual(22)
    pass(5)
    expect((await request(fan, place)).used_duration).toBe(used)
    await isLive(await join(owner, event))
    expect((await t.call(fan, `POST /api/influencer/parley_requests/${place.id}/cancel/`)).status).toBe(409)
    expect((await events.cancel(owner, event)).status).toBe(409)
    expect((await events.write(owner, { id: event.id, amount: '1' })).status).toBe(409)
  })

  test('at its last second everybody is out for good, and every paid place is served', async () => {
    const event = await events.create(owner, { title: 'To the end', duration: 12 })
    const places = [await events.placeOf(fan, event), await events.placeOf(late, event)]
    const [star, viewer] = [await join(owner, event), await join(fan, event)]
    await isLive(star)
    await sees(viewer)
    pass(13)
    await Promise.all([star, viewer].map(({ media }) => media.ended))
    expect(await Promise.all([star, viewer].map(({ socket }) => socket.closed))).toEqual([4410, 4410])
    expect(stats(viewer.socket)).toEqual({ total_duration: 12, used_duration: 12, is_live: false })
    for (const [i, place] of places.entries()) {
      const after = await request(i === 0 ? fan : late, place)
      expect(after).toMatchObject({
        state: 'completed',
        outcome: 'served',
        payment: { refunded_amount: '0.00' },
      })
    }
    expect((await events.show(event)).state).toBe('ended')
    expect(await (await enter(fan, event)).closed).toBe(4410)
    expect(await (await enter(owner, event)).closed).toBe(4410)
    await t.advance(49 * 3600)
    expect((await t.audit()).balances.payable).toBeLessThan(0)
  })

  test('a place that does not stand any more is left at once, the others watch on', async () => {
    const event = await events.create(owner, { title: 'Sent out' })
    const place = await events.placeOf(fan, event)
    await events.placeOf(late, event)
    const waiting = await enter(fan, event)
    const other = await enter(late, event)
    await t.call(owner, `POST /api/influencer/requests/${place.id}/reject/`, { reason: 'no' })
    await t.server.doDueWork()
    expect(await waiting.closed).toBe(4403)
    expect(other.socket.readyState).toBe(other.socket.OPEN)
    expect((await request(fan, place)).payment.status).toBe('refunded')
  })

  test('a viewer whom the owner removes has the seconds back that were not broadcast, once, and the others stay', async () => {
    const event = await events.create(owner, { title: 'Removed in the middle' })
    const [place, otherPlace] = [await events.placeOf(fan, event), await events.placeOf(late, event)]
    const [star, viewer] = [await join(owner, event), await enter(fan, event)]
    await isLive(star)
    pass(20)
    await vi.waitFor(async () => expect(await provenSeconds(event)).toBeGreaterThanOrEqual(18), WITHIN)
    star.media.leave()
    await isStill(star)
    const used = await provenSeconds(event)
    expect(used).toBeGreaterThanOrEqual(18)
    expect(used).toBeLessThan(30)
    await vi.waitFor(async () => expect((await request(fan, place)).state).toBe('accepted'), WITHIN)
    say(viewer, 'rude')
    star.socket.say({ type: 'moderate', act: 'remove', line: (await receivesLine(star.socket, 'rude')).id })
    const refundedPence = Math.ceil((500 * (60 - Math.floor(used))) / 60)
    const refunded = (refundedPence / 100).toFixed(2)
    await vi.waitFor(
      async () =>
        expect(await request(fan, place)).toMatchObject({
          ...{ state: 'completed', outcome: 'part_served', settled_by: 'place_ended' },
          payment: { status: 'partly_refunded', refunded_amount: refunded },
        }),
      WITHIN,
    )
    // The removal may have been written while that work was ending: its refund was found, the rest was not yet.
    await t.server.doDueWork()
    expect(await viewer.closed).toBe(4403)
    const staying = { state: 'accepted', payment: { status: 'paid', refunded_amount: '0.00' } }
    expect(await request(late, otherPlace)).toMatchObject(staying)
    expect((await events.end(owner, event)).status).toBe(200)
    for (const [who, each] of [[fan, place] as const, [late, otherPlace] as const])
      expect((await request(who, each)).payment.refunded_amount).toBe(refunded)
  })
})

describe('an event that is cut short', () => {
  test('by its owner is over for everybody at once, and each place gets back what was not broadcast', async () => {
    const event = await events.create(owner, { title: 'Ended by hand' })
    const places = [await events.placeOf(fan, event), await events.placeOf(late, event)]
    expect((await events.end(owner, event)).status).toBe(409)
    const [star, viewer] = [await join(owner, event), await join(fan, event)]
    const waiting = await enter(late, event)
    await isLive(star)
    await sees(viewer)
    pass(20)
    await vi.waitFor(async () => expect(await provenSeconds(event)).toBeGreaterThanOrEqual(18), WITHIN)
    expect((await events.end(fan, event)).status).toBe(403)
    const { status, body } = await events.end(owner, event)
    expect([status, body.state]).toEqual([200, 'ended'])
    await Promise.all([star, viewer].map(({ media }) => media.ended))
    const left = [star.socket, viewer.socket, waiting].map(({ closed }) => closed)
    expect(await Promise.all(left)).toEqual([4410, 4410, 4410])
    const used = stats(viewer.socket)?.used_duration ?? 0
    for (const [i, place] of places.entries()) {
      const after = await request(i === 0 ? fan : late, place)
      expect(after).toMatchObject({
        state: 'completed',
        outcome: 'part_served',
        payment: { status: 'partly_refunded' },
      })
      // Never less than the seconds nobody broadcast; the two that are not proven yet are in the buyers' favour.
      const unused = (seconds: number) => Math.ceil((500 * (60 - Math.floor(seconds))) / 60) / 100
      const refunded = Number(after.payment.refunded_amount)
      expect(refunded).toBeGreaterThanOrEqual(unused(used))
      expect(refunded).toBeLessThanOrEqual(unused(18))
    }
    expect((await events.end(owner, event)).status).toBe(409)
    expect(await (await enter(owner, event)).closed).toBe(4410)
  })

  test('and not resumed within a day gives every viewer the unused seconds back', async () => {
    const event = await events.create(owner, { title: 'Cut short' })
    const place = await events.placeOf(fan, event)
    const star = await join(owner, event)
    await isLive(star)
    pass(20)
    // The jump counts once a packet came after it; without one the broadcast ended before it.
    await vi.waitFor(async () => expect(await provenSeconds(event)).toBeGreaterThanOrEqual(18), WITHIN)
    star.media.leave()
    await isStill(star)
    // What decides about money is proven; what was shown may be up to a stall ahead of it.
    const used = await provenSeconds(event)
    expect(used).toBeGreaterThanOrEqual(18)
    expect(stats(star.socket)?.used_duration).toBeGreaterThanOrEqual(used - 0.001)
    await t.advance(23 * 3600)
    expect((await request(fan, place)).state).toBe('accepted')
    await t.advance(2 * 3600)
    expect((await events.show(event)).state).toBe('ended')
    const unusedPence = Math.ceil((500 * (60 - Math.floor(used))) / 60)
    expect(await request(fan, place)).toMatchObject({
      state: 'completed',
      outcome: 'part_served',
      payment: { status: 'partly_refunded', refunded_amount: (unusedPence / 100).toFixed(2) },
    })
  })

  test('and has a time of its own is over 15 minutes after it should have ended', async () => {
    const event = await events.create(owner, { title: 'Short and dated', starts_at: inSeconds(60) })
    const place = await events.placeOf(fan, event)
    t.clock.advance(60)
    const star = await join(owner, event)
    await isLive(star)
    pass(3)
    star.media.leave()
    await isStill(star)
    await t.advance(15 * 60)
    expect((await request(fan, place)).state).toBe('accepted')
    await t.advance(120)
    expect(await request(fan, place)).toMatchObject({ state: 'completed', outcome: 'part_served' })
  })

  test('because it was made shorter after places were sold gives back what those who bought it longer did not get', async () => {
    const event = await events.create(owner, { title: 'Made shorter' })
    const place = await events.placeOf(fan, event)
    await events.write(owner, { id: event.id, duration: 6 })
    const star = await join(owner, event)
    await isLive(star)
    let isOver = false
    void star.media.ended.then(() => {
      isOver = true
    })
    // A second in which a busy machine brings no packet does not count, so more of them may have to pass.
    const passOne = () => {
      if (!isOver) pass(1)
      expect(isOver).toBe(true)
    }
    await vi.waitFor(passOne, { ...WITHIN, interval: 250 })
    expect(await request(fan, place)).toMatchObject({
      outcome: 'part_served',
      duration: 60,
      used_duration: 6,
      payment: { refunded_amount: '4.50' },
    })
  })

  test('is settled a day after its owner was last there, however long it still was', async () => {
    const event = await events.create(owner, { title: 'Never again', duration: 3600 })
    const place = await events.placeOf(fan, event)
    const star = await join(owner, event)
    await isLive(star)
    star.media.leave()
    await isStill(star)
    await t.advance(2 * DAY_SECONDS)
    expect(await request(fan, place)).toMatchObject({ state: 'completed', outcome: 'part_served' })
  })
})
