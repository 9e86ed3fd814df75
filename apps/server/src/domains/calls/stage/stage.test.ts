import type { LiveEvent } from '@parley/contract'
import { HANDS_MAX, STAGE_EVERY_MS, STAGE_GUEST_MS, STAGE_INVITATION_MS } from '@parley/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { joinNatively } from '../../../providers/video-embedded/testing/harness.ts'
import { openSocket, type SocketClient } from '../../../realtime/testing/socket-client.ts'
import type { TestPerson } from '../../../testing/api-caller.ts'
import { eventCaller } from '../../../testing/event-caller.ts'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'
import { receivesLine, say } from '../testing/chat-client.ts'
import { holdTimers } from '../testing/held-timers.ts'
import { act, handsOf, raise, stageNews, stageOf, stageRefusal } from '../testing/stage-client.ts'
import type { VideoTestClient } from '../video-provider.contract.ts'

let t: TestServer
let owner: TestPerson
let fan: TestPerson
let other: TestPerson
let event: LiveEvent
let events = 0
const sockets: SocketClient[] = []
const joined: Awaited<ReturnType<typeof joinNatively>>[] = []
const WITHIN = { timeout: 60_000, interval: 20 }

beforeAll(async () => {
  t = await openTestServer({ connections: 20 })
  owner = await t.influencer('ivy')
  fan = await t.fan('fred')
  other = await t.fan('lola')
})
beforeEach(async () => {
  event = await eventCaller(t).create(owner, { title: `Stage ${++events}`, duration: 3_600 })
  for (const each of [fan, other]) await eventCaller(t).placeOf(each, event)
})
afterEach(async () => {
  for (const client of joined.splice(0)) client.leave()
  for (const { socket } of sockets.splice(0)) socket.close()
  await eventCaller(t).end(owner, event)
  await t.server.doDueWork()
  expect(await t.breaches()).toEqual([])
})
afterAll(() => t.close())

/** Comes to the event with a page of its own name. */
async function enter(person: TestPerson, page = `page-of-${person.username}`): Promise<SocketClient> {
  // A moved clock outlives access tokens: any call logs in again.
  await t.call(person, 'GET /api/user/me/')
  const url = `${t.origin}/stream/${event.slug}/?page=${page}`
  const socket = await openSocket(url, { t: `Bearer ${person.access}` })
  sockets.push(socket)
  await socket.received('MESSAGE_STAGE')
  return socket
}

/** A ticket for the room, as the server gives it now. */
async function ticketFor(socket: SocketClient) {
  const before = socket.messages.filter(({ handler }) => handler === 'MESSAGE_PARLEY_SESSION').length
  socket.say({ handler: 'get_session', handler_kwargs: {} })
  const answer = await vi.waitFor(() => {
    const all = socket.messages.filter(({ handler }) => handler === 'MESSAGE_PARLEY_SESSION')
    expect(all.length).toBeGreaterThan(before)
    return all.at(-1)
  }, WITHIN)
  return {
    ...{ provider: 'embedded' as const, room: String(answer?.session) },
    ...{ url: String(answer?.url), token: String(answer?.token) },
  }
}
async function join(socket: SocketClient) {
  const client = await joinNatively(await ticketFor(socket))
  joined.push(client)
  return client
}
const media = () => t.server.domains.video.roomMedia(event.id)
const sending = async () => (await media()).flatMap(each => (each.mediaFlowing ? [each.identity] : []))
const untilSending = (...people: TestPerson[]) =>
  vi.waitFor(async () => expect((await sending()).sort()).toEqual(people.map(({ id }) => id).sort()), WITHIN)
const untilReceives = (client: VideoTestClient) => {
  const before = client.packetsReceived()
  return vi.waitFor(() => expect(client.packetsReceived()).toBeGreaterThan(before + 5), WITHIN)
}
const untilStage = (socket: SocketClient, stage: Record<string, unknown>) =>
  vi.waitFor(() => expect(stageOf(socket)).toMatchObject(stage), WITHIN)
const untilRefused = (socket: SocketClient, why: string) =>
  vi.waitFor(() => expect(stageRefusal(socket)).toBe(why), WITHIN)

/** Fred raises his hand, is invited and presses; Lola watches. */
async function onStage() {
  const [host, guest, viewer] = [await enter(owner), await enter(fan), await enter(other)]
  raise(guest)
  await vi.waitFor(() => expect(handsOf(host)?.hands).toEqual([{ username: 'fred' }]), WITHIN)
  act(host, { act: 'invite', username: 'fred' })
  await untilStage(guest, { you: 'invited' })
  act(guest, { act: 'accept' })
  await untilStage(guest, { you: 'on' })
  return { host, guest, viewer }
}
async function onAir() {
  const people = await onStage()
  const [hostMedia, viewerMedia] = [await join(people.host), await join(people.viewer)]
  const guestMedia = await join(people.guest)
  await untilSending(owner, fan)
  return { ...people, hostMedia, viewerMedia, guestMedia }
}
/** The guest's media has ended, and everybody gets the message. */
async function isOff({ guestMedia, viewer }: { guestMedia: VideoTestClient; viewer: SocketClient }) {
  expect(typeof (await guestMedia.ended)).toBe('string')
  await vi.waitFor(async () => expect(await sending()).not.toContain(fan.id), WITHIN)
  await untilStage(viewer, { guest: null })
}

describe('raising a hand', () => {
  test('tells the owner who asks, and nobody else; it falls when it is lowered or its page goes', async () => {
    const [host, guest, viewer] = [await enter(owner), await enter(fan), await enter(other)]
    raise(guest)
    await vi.waitFor(() => expect(handsOf(host)?.hands).toEqual([{ username: 'fred' }]), WITHIN)
    raise(viewer)
    await vi.waitFor(() => expect(handsOf(host)?.hands).toHaveLength(2), WITHIN)
    raise(viewer, false)
    await vi.waitFor(() => expect(handsOf(host)?.hands).toEqual([{ username: 'fred' }]), WITHIN)
    expect(
      JSON.stringify(viewer.messages.filter(({ handler }) => handler === 'MESSAGE_HANDS')),
    ).not.toContain('fred')
    guest.socket.close()
    await vi.waitFor(() => expect(handsOf(host)?.hands).toEqual([]), WITHIN)
  })

  test('is not for the owner, nor for somebody whose place does not stand', async () => {
    const [host, guest] = [await enter(owner), await enter(fan)]
    raise(host)
    await vi.waitFor(() => expect(handsOf(host)?.refused).toBe('not_yours'), WITHIN)
    await t.server.database.pool.query(
      `update session_requests set payment_status = 'refunded' where live_event_id = $1 and buyer_id = $2`,
      [event.id, fan.id],
    )
    raise(guest)
    await vi.waitFor(() => expect(handsOf(guest)?.refused).toBe('not_yours'), WITHIN)
    await t.server.database.pool.query(
      `update session_requests set payment_status = 'paid' where live_event_id = $1 and buyer_id = $2`,
      [event.id, fan.id],
    )
  })

  test('is told at most once a second, however often it is raised', async () => {
    const [host, guest] = [await enter(owner), await enter(fan)]
    const rest = holdTimers(STAGE_EVERY_MS)
    const before = host.messages.length
    const sent = () => host.messages.slice(before).filter(({ handler }) => handler === 'MESSAGE_HANDS')
    raise(guest)
    await vi.waitFor(() => expect(handsOf(host)?.hands).toEqual([{ username: 'fred' }]), WITHIN)
    for (let n = 0; n < 7; n++) raise(guest, n % 2 > 0)
    await ticketFor(guest)
    // The first at once; a second that had begun when it came may end; all others wait.
    expect(sent().length).toBeLessThanOrEqual(2)
    let seconds = 2
    await vi.waitFor(() => {
      if (rest.count() > 0) seconds++
      rest.release()
      expect(handsOf(host)?.hands).toEqual([])
    }, WITHIN)
    expect(sent().length).toBeLessThanOrEqual(seconds)
    expect(HANDS_MAX).toBeGreaterThan(0)
  })
})

describe('the stage', () => {
  test('shows a guest to everybody; their media does not move the clock', async () => {
    const { host, guest, viewer } = await onStage()
    const guestMedia = await join(guest)
    const viewerMedia = await join(viewer)
    await untilSending(fan)
    await untilReceives(viewerMedia)
    // The guest alone: nobody pays for that.
    t.clock.advance(5)
    const stats = () =>
      viewer.messages.filter(({ handler }) => handler === 'MESSAGE_CALL_STATS').at(-1)?.payload
    expect(stats()).toMatchObject({ used_duration: 0, is_live: false })
    const { rows } = await t.server.database.pool.query('select 1 from live_intervals where room_id = $1', [
      event.id,
    ])
    expect(rows).toEqual([])
    const hostMedia = await join(host)
    await untilSending(owner, fan)
    await Promise.all([untilReceives(hostMedia), untilReceives(guestMedia)])
    await untilStage(viewer, { guest: { username: 'fred', is_muted: false } })
    expect(stageOf(viewer)).not.toHaveProperty('you')
    const sent = viewer.messages.map(message => JSON.stringify(message)).join() + viewerMedia.transcript()
    expect(guestMedia.traces().filter(trace => sent.includes(trace))).toEqual([])
  })

  test('is nobody’s without the owner’s invitation and a press of their own', async () => {
    const [host, guest, viewer] = [await enter(owner), await enter(fan), await enter(other)]
    // Attack: an owner who puts somebody on air that did not ask; viewers who act as owners, or accept what is
    // another's.
    act(host, { act: 'invite', username: 'fred' })
    await untilRefused(host, 'not_here')
    for (const each of [
      { act: 'invite', username: 'lola' },
      { act: 'remove' },
      { act: 'mute', muted: true },
    ] as const) {
      const refusals = stageNews(guest).length
      act(guest, each)
      await vi.waitFor(() => expect(stageNews(guest).length).toBeGreaterThan(refusals), WITHIN)
      expect(stageRefusal(guest)).toBe('not_yours')
    }
    raise(guest)
    await vi.waitFor(() => expect(handsOf(host)?.hands).toHaveLength(1), WITHIN)
    act(host, { act: 'invite', username: 'fred' })
    await untilStage(guest, { you: 'invited', guest: null })
    expect(stageOf(host)).toMatchObject({ invited: 'fred' })
    act(viewer, { act: 'accept' })
    await untilRefused(viewer, 'late')
    expect(JSON.stringify(stageNews(viewer))).not.toContain('fred')
    // Invited, and not pressed: what they are let into the room with sends nothing.
    await join(guest)
    await vi.waitFor(async () => expect((await media()).map(each => each.joined)).toEqual([true]), WITHIN)
    act(guest, { act: 'decline' })
    await vi.waitFor(() => expect(stageOf(host)).not.toHaveProperty('invited'), WITHIN)
    act(guest, { act: 'accept' })
    await untilRefused(guest, 'late')
    expect(await sending()).toEqual([])
  })

  test('is left at once when the owner removes the guest, who comes back as a viewer alone', async () => {
    const people = await onAir()
    const { host, guest, guestMedia } = people
    const unused = await ticketFor(guest)
    act(host, { act: 'remove' })
    expect(await guestMedia.ended).toBe('off-stage')
    expect(await sending()).not.toContain(fan.id)
    await isOff(people)
    // Attack: a way onto the stage from before.
    await expect(joinNatively(unused)).rejects.toThrow()
    const again = await join(guest)
    await untilReceives(again)
    expect(await sending()).toEqual([owner.id])
  })

  test('is left by the guest’s own press', async () => {
    const people = await onAir()
    act(people.guest, { act: 'leave' })
    await isOff(people)
    await vi.waitFor(() => expect(stageOf(people.guest)).not.toHaveProperty('you'), WITHIN)
  })

  test('ends after its ten minutes, and an invitation after its minute, by the server', async () => {
    const people = await onAir()
    expect(stageOf(people.guest)?.guest?.left_seconds).toBeGreaterThan(STAGE_GUEST_MS / 1000 - 60)
    t.clock.advance(STAGE_GUEST_MS / 1000 + 1)
    await isOff(people)
    const { host, guest } = people
    await vi.waitFor(() => expect(handsOf(host)?.hands).toEqual([]), WITHIN)
    raise(guest)
    await vi.waitFor(() => expect(handsOf(host)?.hands).toHaveLength(1), WITHIN)
    act(host, { act: 'invite', username: 'fred' })
    await untilStage(guest, { you: 'invited' })
    t.clock.advance(STAGE_INVITATION_MS / 1000 + 1)
    act(guest, { act: 'accept' })
    await untilRefused(guest, 'late')
    await vi.waitFor(() => expect(stageOf(host)).not.toHaveProperty('invited'), WITHIN)
  })

  test('is told as muted to all, whose pages play the guest without sound', async () => {
    const { host, guest, viewer } = await onStage()
    act(host, { act: 'mute', muted: true })
    for (const each of [host, guest, viewer]) await untilStage(each, { guest: { is_muted: true } })
    act(host, { act: 'mute', muted: false })
    await untilStage(viewer, { guest: { is_muted: false } })
  })

  test('is heard by nobody once the mute is answered, though the guest continues to speak', async () => {
    const { host, guest, viewerMedia } = await onAir()
    act(host, { act: 'mute', muted: true })
    await untilStage(host, { guest: { is_muted: true } })
    const isFlowing = async () => {
      const before = viewerMedia.packetsOfEach()
      // Sound and video of the owner, then of the guest.
      await vi.waitFor(
        () => expect(viewerMedia.packetsOfEach()[3]).toBeGreaterThan((before[3] ?? 0) + 20),
        WITHIN,
      )
      return (viewerMedia.packetsOfEach()[2] ?? 0) > (before[2] ?? 0)
    }
    await vi.waitFor(async () => expect(await isFlowing()).toBe(false), WITHIN)
    // Nor by a new way in, which knows of the mute.
    joined.push(await joinNatively(await ticketFor(guest)))
    await vi.waitFor(async () => expect(await isFlowing()).toBe(false), WITHIN)
    act(host, { act: 'mute', muted: false })
    await vi.waitFor(async () => expect(await isFlowing()).toBe(true), WITHIN)
  })

  test('sends nothing more to anybody once the owner’s Remove is answered', async () => {
    const { host, viewerMedia, hostMedia, guestMedia } = await onAir()
    hostMedia.mute()
    await untilSending(fan)
    act(host, { act: 'remove' })
    await untilStage(host, { guest: null })
    // The answer came after the provider had taken them out.
    expect(await sending()).toEqual([])
    expect(typeof (await guestMedia.ended)).toBe('string')
    const ofGuest = () => viewerMedia.packetsOfEach().slice(2)
    const ofHost = () =>
      viewerMedia
        .packetsOfEach()
        .slice(0, 2)
        .reduce((all, each) => all + each, 0)
    const hostBefore = ofHost()
    hostMedia.unmute()
    // What the server had sent before its answer may lie in the viewer's socket: it is read before the host's packets.
    await vi.waitFor(() => expect(ofHost()).toBeGreaterThan(hostBefore), WITHIN)
    const before = ofGuest()
    await untilReceives(viewerMedia)
    await untilReceives(viewerMedia)
    expect(ofGuest()).toEqual(before)
  })

  test('is not taken over by another tab of the guest, who has not pressed there', async () => {
    const people = await onAir()
    const tab = await enter(fan, 'another-tab')
    await isOff(people)
    expect(stageOf(tab)).not.toHaveProperty('you')
    const again = await join(tab)
    await untilReceives(again)
    expect(await sending()).toEqual([owner.id])
  })

  test('is kept by the page of the guest that comes back, and lost by one that does not', async () => {
    const people = await onAir()
    people.guest.socket.terminate()
    const back = await enter(fan)
    expect(stageOf(back)).toMatchObject({ you: 'on' })
    expect(await sending()).toContain(fan.id)
    back.socket.terminate()
    await untilStage(people.viewer, { guest: null })
    await isOff(people)
  })

  test.each([
    [
      'the guest blocks the owner',
      async () => void (await t.call(fan, `POST /api/user/${owner.id}/block/`)),
      async () => void (await t.call(fan, `DELETE /api/user/${owner.id}/block/`)),
    ],
    [
      'the guest is suspended',
      async () =>
        void (await t.server.database.pool.query('update users set suspended_at = $2 where id = $1', [
          fan.id,
          t.clock.now(),
        ])),
      async () =>
        void (await t.server.database.pool.query('update users set suspended_at = null where id = $1', [
          fan.id,
        ])),
    ],
    [
      'their place is given back',
      async () =>
        void (await t.server.database.pool.query(
          `update session_requests set payment_status = 'refunded' where live_event_id = $1 and buyer_id = $2`,
          [event.id, fan.id],
        )),
      async () =>
        void (await t.server.database.pool.query(
          `update session_requests set payment_status = 'paid' where live_event_id = $1 and buyer_id = $2`,
          [event.id, fan.id],
        )),
    ],
  ])('is lost when %s', async (_what, happens, undo) => {
    const people = await onAir()
    await happens()
    await isOff(people)
    await undo()
  })

  test('is over with the event', async () => {
    const { guestMedia, viewer } = await onAir()
    await eventCaller(t).end(owner, event)
    await t.server.doDueWork()
    await guestMedia.ended
    expect(await viewer.closed).toBe(4410)
    expect(await sending()).toEqual([])
  })

  test('is not in the database, and who is removed from the event is off it', async () => {
    const people = await onAir()
    say(people.guest, 'rude')
    const { id } = await receivesLine(people.host, 'rude')
    people.host.say({ type: 'moderate', act: 'remove', line: id })
    await vi.waitFor(async () => {
      await t.server.doDueWork()
      expect(await sending()).toEqual([owner.id])
    }, WITHIN)
    await people.guestMedia.ended
    await untilStage(people.viewer, { guest: null })
  })
})
