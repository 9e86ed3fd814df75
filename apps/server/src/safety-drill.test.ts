import type { CallTicket, LiveEvent, SessionRequest } from '@parley/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { VideoTestClient } from './domains/calls/video-provider.contract.ts'
import { staffMember, type TestStaff } from './domains/staff/testing/staff-member.ts'
import { joinNatively } from './providers/video-embedded/testing/harness.ts'
import { openSocket, type SocketClient } from './realtime/testing/socket-client.ts'
import { measureServerTime } from './testing/drill/server-time.ts'
import { eventCaller } from './testing/event-caller.ts'
import { type RedisServer, startRedisServer } from './testing/redis-server.ts'
import { findServerProgram } from './testing/server-programs.ts'
import { openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts'

const LIMIT_MS = 120_000
/** Not theirs any more, or over; a server that fails is no refusal. */
const REFUSED = [403, 404, 409]
/** So long after the press nobody is in the call any more, by the time that a server meets. */
const OVER_WITHIN_MS = 5_000
/** Ends a wait that is in vain: other programs share the machine. */
const WITHIN = { timeout: 60_000, interval: 50 }

/** What ends by a press: these sockets and media, and the counted time of a room if one is named. */
interface Ending {
  sockets: readonly SocketClient[]
  media: readonly VideoTestClient[]
  room: string | null
}

interface RunningCall extends Ending {
  request: SessionRequest
  fan: TestPerson
  star: TestPerson
  /** The fan's on one process, the star's on the other. */
  sockets: readonly [SocketClient, SocketClient]
}

interface RunningEvent {
  event: LiveEvent
  place: SessionRequest
  fan: TestPerson
  star: TestPerson
  /** The socket and the media of the viewer are on one process. */
  viewer: Ending
  /** The owner's socket is on the other process. */
  host: Ending
}

/** Waits until all of these are out; says which are not if they stay. */
async function allEnded({ media, sockets }: Pick<Ending, 'media' | 'sockets'>): Promise<void> {
  const inside = new Set<string>()
  const waits = [...media.map(({ ended }) => ended), ...sockets.map(({ closed }) => closed)]
  for (const [index, ended] of waits.entries()) {
    const name = index < media.length ? `media ${index}` : `socket ${index - media.length}`
    inside.add(name)
    ended.then(() => inside.delete(name))
  }
  await vi.waitFor(() => expect([...inside]).toEqual([]), WITHIN)
}

describe.skipIf(!findServerProgram('redis-server'))(
  'a call or an event whose people are on two processes, with one Postgres and one Redis',
  () => {
    let redis: RedisServer
    /** Carries the media of both; what is pressed goes to the other. */
    let one: TestServer
    let other: TestServer
    let desk: TestStaff
    let calls = 0
    const open: { socket: SocketClient['socket']; leave(): void }[] = []

    beforeAll(async () => {
      redis = await startRedisServer()
      const env = { REDIS_URL: redis.url }
      one = await openTestServer({ connections: 8, time: 'runs', env })
      const shared = { ...env, PUBLIC_ORIGIN: one.origin }
      other = await one.openAnother({ connections: 8, time: 'runs', env: shared })
      desk = await staffMember(one, 'desk', 'moderator')
    }, LIMIT_MS)
    afterEach(() => {
      for (const { socket, leave } of open.splice(0)) {
        leave()
        socket.close()
      }
    })
    afterAll(async () => {
      await other?.close()
      await one?.close()
      await redis?.close()
    }, LIMIT_MS)

    const enter = (
      server: TestServer,
      person: TestPerson,
      path: `/chat/${string}/` | `/stream/${string}/`,
    ): Promise<SocketClient> =>
      openSocket(`${server.origin.replace(/^http/, 'ws')}${path}`, { t: `Bearer ${person.access}` })

    /** Joins the room of a request with media, natively, without a browser. */
    async function sendMedia(
      person: TestPerson,
      of: { kind: 'requests' | 'parley_requests'; id: string; socket: SocketClient },
    ): Promise<VideoTestClient> {
      // Either process may be the one that gets the payment's webhook.
      const { body } = await vi.waitFor(async () => {
        const answer = await one.call<CallTicket>(person, `POST /api/influencer/${of.kind}/${of.id}/session/`)
        expect([answer.status, answer.body]).toEqual([
          200,
          expect.objectContaining({ url: expect.any(String) }),
        ])
        return answer
      }, WITHIN)
      const client = await joinNatively({ ...body, provider: 'embedded', room: body.session })
      open.push({ socket: of.socket.socket, leave: () => client.leave() })
      return client
    }

    /** A paid call that is live. */
    async function runningCall(): Promise<RunningCall> {
      calls++
      const [fan, star] = [await one.fan(`fan${calls}`), await one.influencer(`star${calls}`)]
      const request = await one.bookAndPay(fan, star)
      const path = `/chat/${request.slug}/` as const
      const sockets = [await enter(one, fan, path), await enter(other, star, path)] as const
      const { id } = request
      const media = [
        await sendMedia(fan, { kind: 'parley_requests', id, socket: sockets[0] }),
        await sendMedia(star, { kind: 'requests', id, socket: sockets[1] }),
      ]
      await vi.waitFor(async () => expect(await liveIntervals(id)).toBe(1), WITHIN)
      return { request, fan, star, sockets, media, room: id }
    }

    /** An event that is live, with one viewer. */
    async function runningEvent(): Promise<RunningEvent> {
      calls++
      const [fan, star] = [await one.fan(`fan${calls}`), await one.influencer(`star${calls}`)]
      const events = eventCaller(one)
      const event = await events.create(star, { duration: 3600, duration_display: 2 })
      const place = await events.placeOf(fan, event)
      const path = `/stream/${event.slug}/` as const
      const sockets = [await enter(one, fan, path), await enter(other, star, path)] as const
      const { id } = place
      const owner = await sendMedia(star, { kind: 'requests', id, socket: sockets[1] })
      await vi.waitFor(async () => expect(await liveIntervals(event.id)).toBe(1), WITHIN)
      const seen = await sendMedia(fan, { kind: 'parley_requests', id, socket: sockets[0] })
      await vi.waitFor(() => expect(seen.packetsReceived()).toBeGreaterThan(0), WITHIN)
      const viewer = { sockets: [sockets[0]], media: [seen], room: null }
      return {
        event,
        place,
        fan,
        star,
        viewer,
        host: { sockets: [sockets[1]], media: [owner], room: event.id },
      }
    }

    async function liveIntervals(roomId: string): Promise<number> {
      const query = 'select 1 from live_intervals where room_id = $1 and ended_at is null'
      return (await one.server.database.pool.query(query, [roomId])).rows.length
    }

    /**
     * Presses what ends it: these people are out and nothing counts any more within five seconds. Says what it took.
     */
    async function overWithin(ending: Ending, press: () => Promise<{ status: number }>): Promise<string> {
      const pressedMs = performance.now()
      const measured = measureServerTime(other.server.database.pool)
      expect([201, 204]).toContain((await press()).status)
      await allEnded(ending)
      const { room } = ending
      if (room) await vi.waitFor(async () => expect(await liveIntervals(room)).toBe(0), WITHIN)
      const serverMs = await measured()
      expect(serverMs).toBeLessThanOrEqual(OVER_WITHIN_MS)
      // Printed beside the test, and nothing depends on it.
      return `over after ${serverMs} ms of server time, ${Math.round(performance.now() - pressedMs)} ms in all`
    }

    async function audited(): Promise<void> {
      const { checks } = await one.audit()
      expect(checks.filter(({ breaches }) => breaches > 0)).toEqual([])
    }

    const join = (
      person: TestPerson,
      { request }: Pick<RunningCall, 'request'>,
      kind: 'requests' | 'parley_requests',
    ) => other.call(person, `POST /api/influencer/${kind}/${request.id}/session/`)

    /**
     * Comes as a page does: its socket, its ticket, and its media if there is one; of media that are refused there is
     * none.
     */
    async function come(
      server: TestServer,
      person: TestPerson,
      { request, kind }: { request: SessionRequest; kind: 'requests' | 'parley_requests' },
    ) {
      const [socket, ticket] = await Promise.all([
        enter(server, person, `/chat/${request.slug}/`),
        server.call<CallTicket>(person, `POST /api/influencer/${kind}/${request.id}/session/`),
      ])
      open.push({ socket: socket.socket, leave: () => undefined })
      if (ticket.status !== 200) return { socket, media: null }
      const { body } = ticket
      const media = await joinNatively({ ...body, provider: 'embedded', room: body.session }).catch(
        () => null,
      )
      if (media) open.push({ socket: socket.socket, leave: () => media.leave() })
      return { socket, media }
    }

    /**
     * Both come at the moment of the press: whatever came first, both are out, nothing counts, and nobody comes back.
     */
    async function nobodyStays(
      call: Omit<RunningCall, keyof Ending>,
      press: () => Promise<{ status: number }>,
    ): Promise<void> {
      const { request, fan, star } = call
      const [pressed, ...came] = await Promise.all([
        press(),
        come(other, fan, { request, kind: 'parley_requests' }),
        come(one, star, { request, kind: 'requests' }),
        come(one, fan, { request, kind: 'parley_requests' }),
      ])
      expect([201, 204]).toContain(pressed.status)
      await Promise.all(came.flatMap(({ socket, media }) => [socket.closed, media?.ended]))
      await vi.waitFor(async () => expect(await liveIntervals(request.id)).toBe(0), WITHIN)
      expect([...REFUSED, 401]).toContain((await join(fan, call, 'parley_requests')).status)
      expect([...REFUSED, 401]).toContain((await join(star, call, 'requests')).status)
      await vi.waitFor(async () => {
        const query = 'select state from session_requests where id = $1'
        const { rows } = await one.server.database.pool.query(query, [request.id])
        expect(['completed', 'cancelled', 'rejected']).toContain(rows[0]?.state)
      }, WITHIN)
      expect(await liveIntervals(request.id)).toBe(0)
      await audited()
    }
    const newCall = async () => {
      calls++
      const [fan, star] = [await one.fan(`fan${calls}`), await one.influencer(`star${calls}`)]
      return { fan, star, request: await one.bookAndPay(fan, star) }
    }
    const suspending = (whom: TestPerson) => () =>
      other.call(desk.person, `POST /api/staff/people/${whom.id}/suspend/`, {
        ...{ reason: 'They threatened somebody in a call', version: 0 },
      })

    it.for(['fan', 'star'] as const)(
      'ends for both when the %s blocks the other',
      { timeout: LIMIT_MS },
      async (who, { annotate }) => {
        const call = await runningCall()
        const [by, of] = who === 'fan' ? [call.fan, call.star] : [call.star, call.fan]
        const press = () => other.call(by, `POST /api/user/${of.id}/block/`)
        await annotate(await overWithin(call, press))
        expect(REFUSED).toContain((await join(call.fan, call, 'parley_requests')).status)
        expect(REFUSED).toContain((await join(call.star, call, 'requests')).status)
        await audited()
      },
    )

    it('ends for both when one reports it, and its money waits for the desk', { timeout: LIMIT_MS }, async ({
      annotate,
    }) => {
      const call = await runningCall()
      const about = { kind: 'request', id: call.request.slug }
      const report = { about, reason: 'harassment', end: true, uuid: crypto.randomUUID() }
      await annotate(await overWithin(call, () => other.call(call.star, 'POST /api/reports/', report)))
      const { rows } = await one.server.database.pool.query(
        'select problem_open, state from session_requests where id = $1',
        [call.request.id],
      )
      expect(rows).toEqual([{ problem_open: true, state: 'completed' }])
      expect(REFUSED).toContain((await join(call.fan, call, 'parley_requests')).status)
      await audited()
    })

    it('lets nobody stay who comes while one blocks the other', { timeout: LIMIT_MS }, async () => {
      const call = await newCall()
      await nobodyStays(call, () => other.call(call.star, `POST /api/user/${call.fan.id}/block/`))
    })

    it('lets nobody stay who comes while the desk suspends one', { timeout: LIMIT_MS }, async () => {
      const call = await newCall()
      await nobodyStays(call, suspending(call.fan))
    })

    it('lets nobody stay who comes again while the other ends and reports it', {
      timeout: LIMIT_MS,
    }, async () => {
      const call = await runningCall()
      const about = { kind: 'request', id: call.request.slug }
      const report = { about, reason: 'harassment', end: true, uuid: crypto.randomUUID() }
      await nobodyStays(call, () => other.call(call.fan, 'POST /api/reports/', report))
      await allEnded(call)
    })

    it.for(['fan', 'star'] as const)(
      'ends for both when the desk suspends the %s, who is logged out everywhere',
      { timeout: LIMIT_MS },
      async (who, { annotate }) => {
        const call = await runningCall()
        const act = { reason: 'They threatened somebody in a call', version: 0 }
        const { id } = call[who]
        const path = `POST /api/staff/people/${id}/suspend/` as const
        await annotate(await overWithin(call, () => other.call(desk.person, path, act)))
        const bearer = { authorization: `Bearer ${call[who].access}` }
        expect((await fetch(`${one.origin}/api/user/me/`, { headers: bearer })).status).toBe(401)
        await vi.waitFor(async () => {
          const query = 'select state from session_requests where id = $1'
          const { rows } = await one.server.database.pool.query(query, [call.request.id])
          expect(rows).toEqual([{ state: 'completed' }])
        }, WITHIN)
        await audited()
      },
    )

    it('ends an event for a viewer whom its owner blocks, and for nobody else', {
      timeout: LIMIT_MS,
    }, async ({ annotate }) => {
      const { event, place, fan, star, viewer, host } = await runningEvent()
      await annotate(await overWithin(viewer, () => other.call(star, `POST /api/user/${fan.id}/block/`)))
      expect(REFUSED).toContain((await join(fan, { request: place }, 'parley_requests')).status)
      await vi.waitFor(async () => {
        const query = 'select state, refunded_pence > 0 as refunded from session_requests where id = $1'
        const { rows } = await one.server.database.pool.query(query, [place.id])
        expect(rows).toEqual([{ state: 'completed', refunded: true }])
      }, WITHIN)
      expect(await liveIntervals(event.id)).toBe(1)
      expect(host.sockets[0]?.socket.readyState).toBe(WebSocket.OPEN)
      await audited()
    })

    it('ends an event for everybody when the desk suspends its owner', { timeout: LIMIT_MS }, async ({
      annotate,
    }) => {
      const { event, place, fan, star, viewer, host } = await runningEvent()
      const all = {
        sockets: [...viewer.sockets, ...host.sockets],
        media: [...viewer.media, ...host.media],
        room: event.id,
      }
      await annotate(await overWithin(all, suspending(star)))
      expect(REFUSED).toContain((await join(fan, { request: place }, 'parley_requests')).status)
      expect(await liveIntervals(event.id)).toBe(0)
      await audited()
    })
  },
)
