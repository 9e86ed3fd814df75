import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { SocketClient } from '../../realtime/testing/socket-client.ts'
import { call } from '../../testing/people.ts'
import { LOGINS_EVERY_MS } from './calls.ts'
import { callRooms } from './tables.ts'
import { changeRequestRow, requestRow } from './testing/call-requests.ts'
import { type CallServer, createCallServer, type Name } from './testing/call-server.ts'
import type { JoinTicket } from './video-provider.ts'

let callServer: CallServer
beforeAll(async () => {
  callServer = await createCallServer()
})
afterAll(() => callServer.close())

/** It promises nothing: a machine that others share may take long. */
const WITHIN = { timeout: 60_000, interval: 20 }
const getSession = {
  handler: 'get_session',
  handler_kwargs: { host: 'evil.example', protocol: 'https', request_type: 'private' },
}
const users = (expected: string[]) => (message: Record<string, unknown>) =>
  JSON.stringify((message.payload as { users: string[] }).users) === JSON.stringify(expected)
const asTicket = (message: Record<string, unknown>): JoinTicket => ({
  provider: 'embedded',
  url: String(message.url),
  token: String(message.token),
  room: String(message.session),
})
const core = () => callServer.people.accounts

describe('who may enter', () => {
  test('the fan by /chat/ and the star by /paidchat/ meet in one room, each with their own side', async () => {
    const { id, slug } = await callServer.book()
    const fan = await callServer.enter(`/chat/${slug}/`, 'fan')
    const star = await callServer.enter(`/paidchat/${slug}/`, 'star')
    await fan.received('MESSAGE_PRESENCE_STATS', users(['fan', 'star']))
    expect(await star.received('MESSAGE_PRESENCE_STATS')).toMatchObject({ payload: { lurkers: 2 } })
    fan.say(getSession)
    star.say(getSession)
    expect(await fan.received('MESSAGE_PARLEY_SESSION')).toEqual({
      handler: 'MESSAGE_PARLEY_SESSION',
      token: expect.any(String),
      session: id,
      is_influencer: false,
      url: 'ws://localhost/video/',
      provider: 'embedded',
    })
    expect(await star.received('MESSAGE_PARLEY_SESSION')).toMatchObject({ session: id, is_influencer: true })
    expect(await fan.received('MESSAGE_CALL_STATS')).toMatchObject({
      payload: { total_duration: 60, used_duration: 0, is_live: false },
    })
    star.socket.close()
    await fan.received('MESSAGE_PRESENCE_STATS', users(['fan']))
  })

  test('both get a ticket of the video provider for the room of their call, to send and to receive', async () => {
    const { id, slug } = await callServer.book()
    for (const name of ['fan', 'star'] as const) {
      const socket = await callServer.enter(`/chat/${slug}/`, name)
      socket.say(getSession)
      const ticket = asTicket(await socket.received('MESSAGE_PARLEY_SESSION'))
      expect(callServer.video.grantOf(ticket)).toMatchObject({
        ...{ roomId: id, kind: 'call', canPublish: true, canSubscribe: true },
      })
    }
  })

  test('a side is not a matter of the path: the fan on /paidchat/ is still the fan', async () => {
    const { slug } = await callServer.book()
    const fan = await callServer.enter(`/paidchat/${slug}/`, 'fan')
    fan.say(getSession)
    expect(await fan.received('MESSAGE_PARLEY_SESSION')).toMatchObject({ is_influencer: false })
  })

  test('a ticket opens one socket at its path, once', async () => {
    const { slug } = await callServer.book()
    const path = `/chat/${slug}/`
    const answer = await call<{ ticket: string }>(callServer.people.app, {
      method: 'POST',
      url: '/api/ws-ticket/',
      as: (await callServer.logIn('fan')).access,
      json: { path },
    })
    const other = await callServer.enterWith(`/paidchat/${slug}/`, answer.body.ticket)
    expect(await other.closed).toBe(4401)
    const fan = await callServer.enterWith(path, answer.body.ticket)
    await fan.received('MESSAGE_PRESENCE_STATS')
    const again = await callServer.enterWith(path, answer.body.ticket)
    expect(await again.closed).toBe(4401)
  })

  test.each([
    ['a stranger', 4403, {}, 'stranger'],
    ['the fan who has not paid', 4403, { paymentStatus: 'unpaid' }, 'fan'],
    ['the fan whose payment is disputed', 4403, { paymentStatus: 'disputed' }, 'fan'],
    ['the star of an unpaid request', 4403, { paymentStatus: 'unpaid' }, 'star'],
    ['the fan of a served call', 4410, { state: 'completed', outcome: 'served' }, 'fan'],
    ['the star of a call that was cancelled', 4410, { state: 'cancelled', outcome: 'cancelled' }, 'star'],
    ['the fan after the agreed time', 4410, { startsAt: new Date(0), endsAt: new Date(1_000) }, 'fan'],
  ] as const)('%s is closed with %i', async (_who, code, change, name) => {
    const { slug } = await callServer.book(change)
    const client = await callServer.enter(`/chat/${slug}/`, name)
    expect(await client.closed).toBe(code)
    expect(client.messages).toEqual([])
  })

  test('a slug that nobody made is closed with 4404, and so is every event', async () => {
    for (const path of ['/chat/nothing/', '/paidchat/nothing/', '/stream/some-event/']) {
      expect(await (await callServer.enter(path, 'fan')).closed).toBe(4404)
    }
  })

  test('before its time a dated call says when it opens, and opens then', async () => {
    const startsAt = new Date(callServer.people.clock.now().getTime() + 3_600_000)
    const { slug } = await callServer.book({ startsAt, endsAt: new Date(startsAt.getTime() + 3_600_000) })
    const fan = await callServer.enter(`/chat/${slug}/`, 'fan')
    fan.say(getSession)
    const opens = new Date(startsAt.getTime() - 600_000).toISOString()
    expect(await fan.received('MESSAGE_ERROR')).toMatchObject({ messages: [`This call opens at ${opens}`] })
    callServer.people.clock.advance(3_000)
    fan.say(getSession)
    await fan.received('MESSAGE_PARLEY_SESSION')
  })
})

describe('while the call continues', () => {
  test('a newer tab takes the place of the older, in presence and in the video room', async () => {
    const { id, slug } = await callServer.book()
    const older = await callServer.enter(`/chat/${slug}/`, 'fan')
    older.say(getSession)
    const ticket = asTicket(await older.received('MESSAGE_PARLEY_SESSION'))
    callServer.video.join(ticket)
    older.say(getSession)
    const spare = await older.received('MESSAGE_PARLEY_SESSION', message => message.token !== ticket.token)
    const newer = await callServer.enter(`/chat/${slug}/`, 'fan')
    expect(await older.closed).toBe(4409)
    newer.say(getSession)
    const fresh = await newer.received('MESSAGE_PARLEY_SESSION')
    expect(await callServer.video.roomMedia(id)).toEqual([])
    expect(() => callServer.video.join(asTicket(spare))).toThrow('void')
    callServer.video.join(asTicket(fresh))
    expect(await newer.received('MESSAGE_PRESENCE_STATS')).toMatchObject({ payload: { users: ['fan'] } })
  })

  test('a page that connects again takes its own older place, and its media continues', async () => {
    const { id, slug } = await callServer.book()
    const older = await callServer.enter(`/chat/${slug}/?page=one`, 'fan')
    older.say(getSession)
    callServer.video.join(asTicket(await older.received('MESSAGE_PARLEY_SESSION')))
    const newer = await callServer.enter(`/chat/${slug}/?page=one`, 'fan')
    expect(await older.closed).toBe(4409)
    newer.say(getSession)
    await newer.received('MESSAGE_PARLEY_SESSION')
    expect(await callServer.video.roomMedia(id)).toHaveLength(1)
    const otherTab = await callServer.enter(`/chat/${slug}/?page=two`, 'fan')
    expect(await newer.closed).toBe(4409)
    otherTab.say(getSession)
    await otherTab.received('MESSAGE_PARLEY_SESSION')
    expect(await callServer.video.roomMedia(id)).toEqual([])
  })

  test('a login that is revoked loses its socket and its media, another of the same person does not', async () => {
    const { id, slug } = await callServer.book()
    const [first, second] = [await callServer.logIn('fan'), await callServer.logIn('fan')]
    const star = await callServer.enter(`/paidchat/${slug}/`, 'star')
    const fan = await callServer.enterWith(`/chat/${slug}/`, `Bearer ${first.access}`)
    fan.say(getSession)
    callServer.video.join(asTicket(await fan.received('MESSAGE_PARLEY_SESSION')))
    await call(callServer.people.app, {
      method: 'POST',
      url: '/api/auth/jwt/logout/',
      json: { refresh: first.refresh },
    })
    expect(await fan.closed).toBe(4401)
    await vi.waitFor(async () => expect(await callServer.video.roomMedia(id)).toEqual([]), WITHIN)
    // Five seconds are promised: the time between two looks, and two seconds for a look.
    expect(LOGINS_EVERY_MS).toBeLessThanOrEqual(3_000)
    const back = await callServer.enterWith(`/chat/${slug}/`, `Bearer ${second.access}`)
    await back.received('MESSAGE_PRESENCE_STATS', users(['star', 'fan']))
    expect(star.socket.readyState).toBe(star.socket.OPEN)
  })

  test('media that continues after its socket was closed ends with the login too', async () => {
    const { id, slug } = await callServer.book()
    const login = await callServer.logIn('fan')
    const fan = await callServer.enterWith(`/chat/${slug}/`, `Bearer ${login.access}`)
    fan.say(getSession)
    callServer.video.join(asTicket(await fan.received('MESSAGE_PARLEY_SESSION')))
    fan.socket.close()
    await fan.closed
    const json = { refresh: login.refresh }
    await call(callServer.people.app, { method: 'POST', url: '/api/auth/jwt/logout/', json })
    expect(await callServer.video.roomMedia(id)).toHaveLength(1)
    await vi.waitFor(async () => expect(await callServer.video.roomMedia(id)).toEqual([]), WITHIN)
  })

  test('a bearer that runs out leaves its socket open', async () => {
    const { slug } = await callServer.book()
    const fan = await callServer.enterWith(
      `/chat/${slug}/`,
      `Bearer ${(await callServer.logIn('fan')).access}`,
    )
    await fan.received('MESSAGE_CALL_STATS')
    callServer.people.clock.advance(11 * 60)
    fan.say(getSession)
    await fan.received('MESSAGE_PARLEY_SESSION')
  })

  test('both are told the same figures at each change, and at zero both are out for good', async () => {
    const { id, slug } = await callServer.book({ durationSeconds: 15 })
    const [fan, star] = await Promise.all([
      callServer.enter(`/chat/${slug}/`, 'fan'),
      callServer.enter(`/paidchat/${slug}/`, 'star'),
    ])
    for (const client of [fan, star]) client.say(getSession)
    for (const client of [fan, star])
      callServer.video.join(asTicket(await client.received('MESSAGE_PARLEY_SESSION')))
    const isLive = (message: Record<string, unknown>) => (message.payload as { is_live: boolean }).is_live
    for (const client of [fan, star]) await client.received('MESSAGE_CALL_STATS', isLive)
    callServer.people.clock.advance(14.9)
    callServer.people.clock.advance(0.1)
    const codes = await Promise.all([fan.closed, star.closed])
    expect(codes).toEqual([4410, 4410])
    const last = { total_duration: 15, used_duration: 15, is_live: false }
    for (const client of [fan, star]) expect(client.messages.at(-1)).toMatchObject({ payload: last })
    expect(await callServer.video.roomMedia(id)).toEqual([])
    expect(await requestRow(core(), id)).toMatchObject({ state: 'completed', outcome: 'served' })
    const back = await callServer.enter(`/chat/${slug}/`, 'fan')
    expect(await back.closed).toBe(4410)
    expect(await joinByHttp(`/api/influencer/parley_requests/${id}/session/`, 'fan')).toBe(409)
  })

  test('someone who only waits is told when the call is cancelled', async () => {
    const { id, slug } = await callServer.book()
    const star = await callServer.enter(`/paidchat/${slug}/`, 'star')
    await star.received('MESSAGE_CALL_STATS')
    await changeRequestRow(core(), id, { state: 'cancelled', outcome: 'cancelled' })
    await callServer.calls.onRoomChanged(id)
    expect(await star.closed).toBe(4410)
  })

  test('a refund during the call ends it for both', async () => {
    const { id, slug } = await callServer.book()
    const fan = await callServer.enter(`/chat/${slug}/`, 'fan')
    fan.say(getSession)
    callServer.video.join(asTicket(await fan.received('MESSAGE_PARLEY_SESSION')))
    await changeRequestRow(core(), id, { paymentStatus: 'refunded' })
    await callServer.calls.onRoomChanged(id)
    expect(await fan.closed).toBe(4403)
    expect(await callServer.video.roomMedia(id)).toEqual([])
  })

  describe('End Call', () => {
    /** Both are in and time runs. */
    async function liveCall() {
      const { id, slug } = await callServer.book({ durationSeconds: 900 })
      const sockets = {
        fan: await callServer.enter(`/chat/${slug}/`, 'fan'),
        star: await callServer.enter(`/paidchat/${slug}/`, 'star'),
      }
      for (const client of Object.values(sockets)) {
        client.say(getSession)
        callServer.video.join(asTicket(await client.received('MESSAGE_PARLEY_SESSION')))
      }
      await isLive(sockets.fan)
      return { id, slug, ...sockets }
    }
    const isLive = (client: SocketClient) =>
      client.received('MESSAGE_CALL_STATS', ({ payload }) => (payload as { is_live: boolean }).is_live)
    const flowing = async (id: string) =>
      (await callServer.video.roomMedia(id)).filter(({ mediaFlowing }) => mediaFlowing).length
    const buyerEndedAt = async (id: string) => (await roomOf(id))?.buyerEndedAt ?? null

    test('is written down of a buyer whom the influencer’s media faces, and takes theirs away at once', async () => {
      const { id, fan } = await liveCall()
      callServer.people.clock.advance(5)
      const at = callServer.people.clock.now()
      fan.say({ type: 'end_call' })
      await vi.waitFor(async () => expect(await flowing(id)).toBe(1), WITHIN)
      expect(await buyerEndedAt(id)).toEqual(at)
    })

    test('of a buyer decides nothing while the influencer’s media stalls', async () => {
      const { id, fan } = await liveCall()
      // The influencer came second.
      const [, influencer] = await callServer.video.roomMedia(id)
      callServer.video.stall(id, influencer?.identity ?? '')
      fan.say({ type: 'end_call' })
      await vi.waitFor(async () => expect(await flowing(id)).toBe(0), WITHIN)
      expect(await buyerEndedAt(id)).toBeNull()
    })

    test('of the influencer decides nothing, and neither does a closed tab', async () => {
      const { id, fan, star } = await liveCall()
      star.say({ type: 'end_call' })
      await vi.waitFor(async () => expect(await flowing(id)).toBe(1), WITHIN)
      fan.say({ type: 'end_call' })
      await vi.waitFor(async () => expect(await flowing(id)).toBe(0), WITHIN)
      fan.socket.close()
      await fan.closed
      expect(await buyerEndedAt(id)).toBeNull()
    })

    test('counts from another tab without media too, and a later one does not take it back', async () => {
      const { id, slug, fan, star } = await liveCall()
      const program = await callServer.enter(`/chat/${slug}/`, 'fan')
      expect(await fan.closed).toBe(4409)
      const at = callServer.people.clock.now()
      program.say({ type: 'end_call' })
      await vi.waitFor(async () => expect(await buyerEndedAt(id)).toEqual(at), WITHIN)
      star.say({ type: 'end_call' })
      await vi.waitFor(async () => expect(await flowing(id)).toBe(0), WITHIN)
      callServer.people.clock.advance(60)
      program.say({ type: 'end_call' })
      program.say(getSession)
      await program.received('MESSAGE_PARLEY_SESSION')
      expect(await buyerEndedAt(id)).toEqual(at)
    })

    test('does nothing to a call that is over', async () => {
      const { id, fan } = await liveCall()
      await changeRequestRow(core(), id, { paymentStatus: 'disputed' })
      fan.say({ type: 'end_call' })
      fan.say(getSession)
      await fan.closed
      expect(await buyerEndedAt(id)).toBeNull()
    })
  })
})

describe('the calls that answer the same by HTTP', () => {
  const asFan = (id: string) => `/api/influencer/parley_requests/${id}/session/`
  const asStar = (id: string) => `/api/influencer/requests/${id}/session/`

  test('each side gets a ticket at its own address and 403 at the other’s', async () => {
    const { id } = await callServer.book()
    const answer = await call(callServer.people.app, {
      method: 'POST',
      url: asFan(id),
      as: (await callServer.logIn('fan')).access,
    })
    expect(answer).toMatchObject({
      status: 200,
      body: { token: expect.any(String), session: id, provider: 'embedded', is_influencer: false },
    })
    callServer.video.join(answer.body as JoinTicket)
    const star = await call(callServer.people.app, {
      method: 'POST',
      url: asStar(id),
      as: (await callServer.logIn('star')).access,
    })
    expect(star).toMatchObject({ status: 200, body: { is_influencer: true } })
    expect(await joinByHttp(asStar(id), 'fan')).toBe(403)
    expect(await joinByHttp(asFan(id), 'star')).toBe(403)
    for (const path of [asFan(id), asStar(id)]) expect(await joinByHttp(path, 'stranger')).toBe(404)
  })

  test('nobody without a login gets one', async () => {
    const { id } = await callServer.book()
    expect((await call(callServer.people.app, { method: 'POST', url: asFan(id) })).status).toBe(401)
  })

  test.each([
    [402, { paymentStatus: 'unpaid' }],
    [402, { paymentStatus: 'disputed' }],
    [409, { state: 'rejected', outcome: 'rejected' }],
    [409, { startsAt: new Date('2099-01-01'), endsAt: new Date('2099-01-02') }],
  ] as const)('%i for %o', async (status, change) => {
    const { id } = await callServer.book(change)
    expect(await joinByHttp(asFan(id), 'fan')).toBe(status)
  })

  test('404 for a request that is not there, however its id is spelt', async () => {
    for (const id of ['0190a1b2-0000-7000-8000-000000000000', 'nonsense', "'--"]) {
      expect(await joinByHttp(asFan(id), 'fan')).toBe(404)
    }
    // No text with a NUL can be stored: it is invalid wherever it stands.
    expect(await joinByHttp(asFan('%00'), 'fan')).toBe(400)
  })
})

async function roomOf(id: string) {
  const [room] = await core().db.select().from(callRooms).where(eq(callRooms.id, id))
  return room
}

async function joinByHttp(url: string, name: Name): Promise<number> {
  const as = (await callServer.logIn(name)).access
  return (await call(callServer.people.app, { method: 'POST', url, as })).status
}
