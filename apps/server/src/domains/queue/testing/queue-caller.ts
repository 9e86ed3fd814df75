import type { LiveEvent, QueueShown, SessionRequest } from '@parley/contract'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { joinNatively } from '../../../providers/video-embedded/testing/harness.ts'
import type { SocketClient } from '../../../realtime/testing/socket-client.ts'
import type { TestPerson } from '../../../testing/api-caller.ts'
import { eventCaller } from '../../../testing/event-caller.ts'
import type { TestServer } from '../../../testing/test-server.ts'
import type { VideoTestClient } from '../../calls/video-provider.contract.ts'
import type { JoinTicket } from '../../calls/video-provider.ts'
import { changeQueue } from '../change-queue.ts'

export const WITHIN = { timeout: 60_000, interval: 50 }
export const LENGTH = 60
const LINE_HAS_CHANGED = 'The line has changed. Please look at it again'
const PRESSES_MAX = 10
/** The line stands half an hour before the start. */
const AHEAD_SECONDS = 40 * 60

/**
 * A host and fans who are new in each test of a file, on one server. After each test everybody leaves, nothing is left
 * to do, and the books are right. The same objects stand for other people in the next test.
 */
export function queueCast<Name extends string>(t: TestServer, names: readonly Name[]) {
  const owner = { id: '', username: '', access: '', refresh: '' }
  const fans = Object.fromEntries(names.map(name => [name, { ...owner }])) as Record<Name, TestPerson>
  const queues = queueCaller(t, owner)
  const cast = { owner, fans, queues, nth: 0 }
  beforeEach(async () => {
    cast.nth += 1
    Object.assign(owner, await t.influencer(`ivy${cast.nth}`))
    for (const name of names) Object.assign(fans[name], await t.fan(`${name}${cast.nth}`))
  })
  afterEach(async () => {
    queues.leave()
    await t.server.doDueWork()
    expect(await t.breaches()).toEqual([])
  })
  afterAll(t.close)
  return cast
}

/** Begins the turn of who is called, as the clock does when media of both flows: for tests without media. */
export async function beginTurnOf(t: TestServer, { id }: LiveEvent, place: string): Promise<void> {
  const { requests, liveEvents } = t.server.domains
  await changeQueue(
    { ...liveEvents, requests, liveEvents },
    { by: { id }, decide: () => ({ kind: 'begun', place }) },
  )
}

/** What the people of one queue do, on a running server. */
export function queueCaller(t: TestServer, owner: TestPerson) {
  const events = eventCaller(t)
  const joined: VideoTestClient[] = []
  const sockets: SocketClient[] = []
  /**
   * A queue that begins now, with a paid place for each of these fans; `more` is its rule for absent fans, or other
   * fields.
   */
  async function queueOf(
    title: string,
    holders: readonly TestPerson[],
    more: string | Record<string, unknown> = {},
  ) {
    const { event, places } = await soonToBe(
      title,
      holders,
      typeof more === 'string' ? { absent: more } : more,
    )
    await t.advance(AHEAD_SECONDS)
    return { event, places }
  }

  /** The same, forty minutes before it begins: its order does not stand yet. */
  async function soonToBe(title: string, holders: readonly TestPerson[], more: object = {}) {
    const startsAt = new Date(t.clock.now().getTime() + AHEAD_SECONDS * 1000).toISOString()
    const event = await events.create(owner, {
      ...{ title, starts_at: startsAt, capacity: 10, duration: LENGTH },
      ...{ format: 'queue', absent: 'refund', ...more },
    })
    const places: SessionRequest[] = []
    for (const holder of holders) places.push(await events.placeOf(holder, event))
    return { event, places }
  }

  const call = (person: TestPerson, event: LiveEvent, [step, body]: readonly [string, object]) =>
    t.call<QueueShown>(person, `POST /api/parley/${event.slug}/queue/${step}/`, body)
  const look = (person: TestPerson, event: LiveEvent) =>
    t.call<QueueShown>(person, `GET /api/parley/${event.slug}/queue/`)
  const show = async (person: TestPerson, event: LiveEvent) => (await look(person, event)).body
  const ready = (person: TestPerson, event: LiveEvent) =>
    call(person, event, ['ready', { camera: true, microphone: true }])
  /** The host's press. Where somebody came or left since the line was shown, the host looks again and presses again. */
  async function press(event: LiveEvent, what: string) {
    for (let tries = 1; ; tries++) {
      const { version } = await show(owner, event)
      const answer = await call(owner, event, [what, { version }])
      const { detail } = answer.body as { detail?: unknown }
      if (detail !== LINE_HAS_CHANGED || tries === PRESSES_MAX) return answer
    }
  }
  const stateOf = async (person: TestPerson, event: LiveEvent) => (await show(person, event)).you?.state

  async function enter(person: TestPerson, event: LiveEvent): Promise<SocketClient> {
    const socket = await events.watch(person, event)
    sockets.push(socket)
    return socket
  }

  /** The ticket of the turn that the socket is answered. */
  async function turnTicket(socket: SocketClient): Promise<JoinTicket> {
    const before = socket.messages.length
    socket.say({ handler: 'get_session', handler_kwargs: {} })
    const answer = await vi.waitFor(() => {
      // A late answer to a question for the next turn is not it.
      const found = socket.messages
        .slice(before)
        .find(({ handler, is_early: isEarly }) => handler === 'MESSAGE_PARLEY_SESSION' && isEarly !== true)
      expect(found).toBeDefined()
      return found ?? {}
    }, WITHIN)
    const { url, token, session } = answer
    return { provider: 'embedded', url: String(url), token: String(token), room: String(session) }
  }

  /** Joins that turn. */
  async function joinTurn(socket: SocketClient) {
    const ticket = await turnTicket(socket)
    const media = await joinNatively(ticket)
    joined.push(media)
    return { room: ticket.room, media }
  }

  /** Asks for the ticket for the turn that comes next, as often as it takes until one is given. */
  async function earlyTicket(socket: SocketClient): Promise<JoinTicket> {
    const before = socket.messages.length
    const answer = await vi.waitFor(() => {
      socket.say({ handler: 'get_session', handler_kwargs: { next: true } })
      const found = socket.messages.slice(before).find(({ is_early: isEarly }) => isEarly === true)
      expect(found).toBeDefined()
      return found ?? {}
    }, WITHIN)
    const { url, token, session } = answer
    return { provider: 'embedded', url: String(url), token: String(token), room: String(session) }
  }

  /**
   * Waits connected in the turn that comes next, and sends as soon as it can, as a page that somebody altered would.
   */
  async function waitInNext(socket: SocketClient) {
    const ticket = await earlyTicket(socket)
    const media = await joinNatively(ticket, 'early')
    joined.push(media)
    return { room: ticket.room, media }
  }

  return {
    ...{ turnTicket, earlyTicket, waitInNext },
    ...{ events, queueOf, soonToBe, call, look, show, ready, press, stateOf, enter, joinTurn },
    /** Everybody leaves and closes their page. */
    leave() {
      for (const client of joined.splice(0)) client.leave()
      for (const { socket } of sockets.splice(0)) socket.close()
    },
  }
}
