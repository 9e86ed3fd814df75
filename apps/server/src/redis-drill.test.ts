import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallTicket, SessionRequest } from '@parley/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { VideoTestClient } from './domains/calls/video-provider.contract.ts'
import { joinNatively } from './providers/video-embedded/testing/harness.ts'
import { openSocket, type SocketClient } from './realtime/testing/socket-client.ts'
import { apiCaller, type TestPerson } from './testing/api-caller.ts'
import { createTestDatabase } from './testing/database.ts'
import { freePort } from './testing/free-port.ts'
import { type RedisServer, startRedisServer } from './testing/redis-server.ts'
import { type ServerProcess, serverProcess } from './testing/server-process.ts'
import { findServerProgram } from './testing/server-programs.ts'

/** How long Redis is unavailable in the drills; 300 for the long one. */
const AWAY_SECONDS = Number(process.env.REDIS_AWAY_SECONDS ?? 15)
const LIMIT_MS = 300_000 + AWAY_SECONDS * 3_000
const HEARTBEAT_EVERY_MS = 10_000
/**
 * Ends a wait that is in vain. How long it took to heal is printed beside the test; here other programs share the
 * machine.
 */
const WAIT_LIMIT_MS = 120_000 + AWAY_SECONDS * 1_000

describe.skipIf(!findServerProgram('redis-server'))(
  'two server processes on one Postgres and one Redis',
  () => {
    let redis: RedisServer
    let dataDir: string
    let database: Awaited<ReturnType<typeof createTestDatabase>>
    let servers: [ServerProcess, ServerProcess]
    let one: ReturnType<typeof apiCaller>
    let fan: TestPerson
    let star: TestPerson
    const sockets: SocketClient[] = []
    const media: VideoTestClient[] = []
    const heartbeats = setInterval(() => {
      for (const socket of sockets) socket.say({ type: 'heartbeat' })
    }, HEARTBEAT_EVERY_MS)

    beforeAll(async () => {
      redis = await startRedisServer()
      database = await createTestDatabase({ size: 1 })
      dataDir = await mkdtemp(join(tmpdir(), 'parley-drill-'))
      const ports = [await freePort(), await freePort()] as const
      // All processes of an installation have one public origin: tokens say which one they are for.
      const PUBLIC_ORIGIN = `http://localhost:${ports[0]}`
      const env = { DATABASE_URL: database.connectionString, REDIS_URL: redis.url, PUBLIC_ORIGIN }
      const make = (name: string, port: number) => serverProcess({ port, dataDir: join(dataDir, name), env })
      servers = [make('one', ports[0]), make('other', ports[1])]
      for (const server of servers) await server.start()
      one = apiCaller(servers[0].origin)
      fan = await one.fan('fred')
      star = await one.influencer('ivy')
    }, LIMIT_MS)
    afterEach(() => {
      for (const client of media.splice(0)) client.leave()
      for (const { socket } of sockets.splice(0)) socket.close()
    })
    afterAll(async () => {
      clearInterval(heartbeats)
      for (const server of servers) await server.stop()
      await redis.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    }, LIMIT_MS)

    async function paidCall(): Promise<SessionRequest> {
      const { body } = await one.book(fan, star)
      await one.confirm((await one.pay(fan, body)).body)
      return vi.waitFor(
        async () => {
          const request = await one.request(fan, body.slug)
          expect(request.payment.status).toBe('paid')
          return request
        },
        { timeout: 60_000, interval: 100 },
      )
    }

    async function enter(server: ServerProcess, person: TestPerson, { slug }: SessionRequest) {
      await one.call(person, 'GET /api/user/me/') // Logs in again where the token has run out.
      const socket = await openSocket(`${server.origin}/chat/${slug}/`, { t: `Bearer ${person.access}` })
      sockets.push(socket)
      return socket
    }

    /** Both send media by way of the first process, which then counts the time. */
    async function talk({ id }: SessionRequest): Promise<void> {
      for (const [person, kind] of [[fan, 'parley_requests'] as const, [star, 'requests'] as const]) {
        const { body } = await one.call<CallTicket>(person, `POST /api/influencer/${kind}/${id}/session/`)
        media.push(await joinNatively({ ...body, provider: 'embedded', room: body.session }))
      }
    }

    const users = (...names: string[]) => ({ lurkers: names.length, users: names })
    const latest = ({ messages }: SocketClient, handler: string) =>
      messages.filter(message => message.handler === handler).at(-1)?.payload
    const sees = (socket: SocketClient, ...names: string[]) =>
      vi.waitFor(() => expect(latest(socket, 'MESSAGE_PRESENCE_STATS')).toEqual(users(...names)), {
        timeout: WAIT_LIMIT_MS,
        interval: 50,
      })
    const stats = (socket: SocketClient) =>
      latest(socket, 'MESSAGE_CALL_STATS') as { used_duration: number; is_live: boolean } | undefined
    const isOpen = ({ socket }: SocketClient) => socket.readyState === socket.OPEN
    const ready = async ({ origin }: ServerProcess) => {
      const answer = await fetch(`${origin}/readyz`)
      return [answer.status, ((await answer.json()) as { checks: Record<string, string> }).checks.bus]
    }
    const untilReady = (bus: 'ok' | 'failed') =>
      vi.waitFor(
        async () => {
          for (const server of servers) expect(await ready(server)).toEqual([200, bus])
        },
        { timeout: WAIT_LIMIT_MS, interval: 100 },
      )
    const untilUsed = (socket: SocketClient, seconds: number) =>
      vi.waitFor(() => expect(stats(socket)?.used_duration).toBeGreaterThanOrEqual(seconds), {
        timeout: WAIT_LIMIT_MS,
        interval: 100,
      })

    it(
      'the fan on one and the influencer on the other see each other, get their sessions and the same time',
      async () => {
        const request = await paidCall()
        const [here, there] = [await enter(servers[0], fan, request), await enter(servers[1], star, request)]
        await Promise.all([sees(here, 'fred', 'ivy'), sees(there, 'fred', 'ivy')])
        const sides: unknown[] = []
        for (const socket of [here, there]) {
          socket.say({ handler: 'get_session', handler_kwargs: {} })
          sides.push((await socket.received('MESSAGE_PARLEY_SESSION')).is_influencer)
        }
        expect(sides).toEqual([false, true])
        await talk(request)
        for (const socket of [here, there]) await untilUsed(socket, 1)
        there.socket.close()
        await sees(here, 'fred')
      },
      LIMIT_MS,
    )

    it(
      'a newer tab on one takes the place of the older on the other, which hears 4409',
      async () => {
        const request = await paidCall()
        const older = await enter(servers[0], fan, request)
        const newer = await enter(servers[1], fan, request)
        expect(await older.closed).toBe(4409)
        await sees(newer, 'fred')
        const newest = await enter(servers[0], fan, request)
        expect(await newer.closed).toBe(4409)
        await sees(newest, 'fred')
      },
      LIMIT_MS,
    )

    it(
      'a login revoked on one loses its socket on the other, which says nothing more',
      async () => {
        const request = await paidCall()
        const there = await enter(servers[1], fan, request)
        await sees(there, 'fred')
        // No heartbeat of its own makes the other process look at the login again.
        sockets.splice(sockets.indexOf(there), 1)
        await one.call(null, 'POST /api/auth/jwt/logout/', { refresh: fan.refresh })
        expect(await there.closed).toBe(4401)
      },
      LIMIT_MS,
    )

    it.for([
      ['killed, and started again empty', () => redis.kill(), () => redis.start()],
      ['frozen, and woken', async () => redis.freeze(), async () => redis.thaw()],
    ] as const)(
      `Redis is ${AWAY_SECONDS} s away (%s): the call goes on, money moves, and everyone is found again by themselves`,
      { timeout: LIMIT_MS },
      async ([_how, lose, bringBack], { annotate }) => {
        const request = await paidCall()
        const [here, there] = [await enter(servers[0], fan, request), await enter(servers[1], star, request)]
        await Promise.all([sees(here, 'fred', 'ivy'), sees(there, 'fred', 'ivy')])
        await talk(request)
        await untilUsed(here, 1)
        await lose()
        const usedBefore = stats(here)?.used_duration ?? 0
        await untilReady('failed')
        const paidMeanwhile = await paidCall()
        const newer = await enter(servers[0], fan, paidMeanwhile)
        await sees(newer, 'fred')
        await untilUsed(here, usedBefore + AWAY_SECONDS)
        expect([here, there, newer].map(isOpen)).toEqual([true, true, true])

        for (const socket of [here, there]) socket.messages.length = 0
        await bringBack()
        const backAtMs = performance.now()
        await Promise.all([sees(here, 'fred', 'ivy'), sees(there, 'fred', 'ivy')])
        // Printed beside the test, and nothing depends on it.
        const healedMs = performance.now() - backAtMs
        await untilReady('ok')
        await untilUsed(there, usedBefore + AWAY_SECONDS)
        const also = await enter(servers[1], star, paidMeanwhile)
        await Promise.all([sees(also, 'fred', 'ivy'), sees(newer, 'fred', 'ivy')])
        expect(isOpen(here) && isOpen(there)).toBe(true)
        const { code, output } = await servers[0].audit()
        expect(code, output).toBe(0)
        await annotate(`presence was whole again ${Math.round(healedMs)} ms after Redis was back`)
      },
    )
  },
)
