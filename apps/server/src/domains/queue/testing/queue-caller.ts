import type { LiveEvent, QueueShown, SessionRequest } from '@parley/contract'
import { expect, vi } from 'vitest'
import { joinNatively } from '../../../providers/video-embedded/testing/harness.ts'
import type { SocketClient } from '../../../realtime/testing/socket-client.ts'
import type { TestPerson } from '../../../testing/api-caller.ts'
import { eventCaller } from '../../../testing/event-caller.ts'
import type { TestServer } from '../../../testing/test-server.ts'
import type { VideoTestClient } from '../../calls/video-provider.contract.ts'
import type { JoinTicket } from '../../calls/video-provider.ts'

export const WITHIN = { timeout: 20_000, interval: 50 }
export const LENGTH = 60
/** The line stands half an hour before the start. */
const AHEAD_SECONDS = 40 * 60

/** What the people of one queue do, on a running server. */
export function queueCaller(t: TestServer, owner: TestPerson) {
  const events = eventCaller(t)
  const joined: VideoTestClient[] = []
  const sockets: SocketClient[] = []
  /** A queue that begins now, with a paid place for each of these fans. */
  async function queueOf(title: string, holders: readonly TestPerson[], absent = 'refund') {
    const { event, places } = await soonToBe(title, holders, absent)
    await t.advance(AHEAD_SECONDS)
    return { event, places }
  }

  /** The same, forty minutes before it begins: its order does not stand yet. */
  async function soonToBe(title: string, holders: readonly TestPerson[], absent = 'refund') {
    const startsAt = new Date(t.clock.now().getTime() + AHEAD_SECONDS * 1000).toISOString()
    const event = await events.create(owner, {
      ...{ title, starts_at: startsAt, capacity: 10, duration: LENGTH },
      ...{ format: 'queue', absent },
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
  async function press(event: LiveEvent, what: string) {
    const { version } = await show(owner, event)
    return call(owner, event, [what, { version }])
  }
  const stateOf = async (person: TestPerson, event: LiveEvent) => (await show(person, event)).you?.state

  async function enter(person: TestPerson, event: LiveEvent): Promise<SocketClient> {
    const socket = await events.watch(person, event)
    sockets.push(socket)
    return socket
  }

  /** Joins the turn that the socket is answered. */
  async function joinTurn(socket: SocketClient) {
    const before = socket.messages.length
    socket.say({ handler: 'get_session', handler_kwargs: {} })
    const answer = await vi.waitFor(() => {
      const found = socket.messages.slice(before).find(({ handler }) => handler === 'MESSAGE_PARLEY_SESSION')
      expect(found).toBeDefined()
      return found ?? {}
    }, WITHIN)
    const room = String(answer.session)
    const media = await joinNatively({
      provider: 'embedded',
      url: String(answer.url),
      token: String(answer.token),
      room,
    })
    joined.push(media)
    return { room, media }
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
    ...{ earlyTicket, waitInNext },
    ...{ events, queueOf, soonToBe, call, look, show, ready, press, stateOf, enter, joinTurn },
    /** Everybody leaves and closes their page. */
    leave() {
      for (const client of joined.splice(0)) client.leave()
      for (const { socket } of sockets.splice(0)) socket.close()
    },
  }
}
