import type { Influencer, LiveEvent, SessionRequest } from '@parley/contract'
import { openSocket, type SocketClient } from '../realtime/testing/socket-client.ts'
import type { Answer, ApiCaller, TestPerson } from './api-caller.ts'
import type { TestServer } from './test-server.ts'

/** Creates events and books places on any running server. */
export function eventBooker(t: Pick<ApiCaller, 'call'>) {
  async function write(owner: TestPerson, fields: Record<string, unknown>): Promise<Answer<Influencer>> {
    return t.call<Influencer>(owner, `PATCH /api/influencer/${owner.username}/`, { virtual_event: fields })
  }

  async function bookPlace(
    fan: TestPerson,
    event: LiveEvent,
    more: Record<string, unknown> = {},
  ): Promise<Answer<SessionRequest>> {
    const { username } = event.influencer.user
    const { amount, format, duration, absent } = event
    const turn = format === 'queue' ? { duration, absent } : {}
    const body = { amount, uuid: crypto.randomUUID(), ...turn, ...more }
    const booking = { title: event.title, slug: event.slug, session_request: body }
    return t.call<SessionRequest>(fan, `POST /api/parley/${username}/live_event/`, booking)
  }

  return {
    write,
    bookPlace,
    /** Creates an event of a minute for five pounds by default. */
    async create(owner: TestPerson, more: Record<string, unknown> = {}): Promise<LiveEvent> {
      const fields = { title: 'Openings', description: 'A talk about openings', amount: '5.00', ...more }
      const answer = await write(owner, { duration: 60, duration_display: 1, ...fields })
      const shown = answer.body.virtual_events ?? []
      // When several are created at once, the newest may be another one: then each has a title of its own.
      const event = shown.find(({ title }) => title === fields.title) ?? shown[0]
      if (!event) throw new Error(`no event was made: ${JSON.stringify(answer.body)}`)
      return event
    },
  }
}

/** What people do with live events on a running server. */
export function eventCaller(t: TestServer) {
  const booker = eventBooker(t)
  return {
    ...booker,
    show: async (event: LiveEvent, viewer: TestPerson | null = null) =>
      (await t.call<LiveEvent>(viewer, `GET /api/parley/${event.slug}/event/`)).body,
    cancel: (owner: TestPerson, event: LiveEvent) =>
      t.call<LiveEvent>(owner, `POST /api/parley/${event.slug}/cancel-event/`),
    end: (owner: TestPerson, event: LiveEvent) =>
      t.call<LiveEvent>(owner, `POST /api/parley/${event.slug}/end-event/`),
    ownPlace: (fan: TestPerson, event: LiveEvent) =>
      t.call<SessionRequest>(fan, `GET /api/parley/${event.slug}/event-session/`),
    /** Books a place and pays for it. */
    async placeOf(fan: TestPerson, event: LiveEvent): Promise<SessionRequest> {
      const booked = await booker.bookPlace(fan, event)
      await t.confirm((await t.pay(fan, booked.body)).body)
      await t.server.doDueWork()
      return t.request(fan, booked.body.slug)
    },
    async watch(person: TestPerson, event: LiveEvent): Promise<SocketClient> {
      // Access tokens expire when the clock moves: any request logs in again.
      await t.call(person, 'GET /api/user/me/')
      return openSocket(`${t.origin}/stream/${event.slug}/`, { t: `Bearer ${person.access}` })
    },
  }
}
