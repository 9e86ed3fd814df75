import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { eventCaller } from '../../../testing/event-caller.ts'
import { type RedisServer, startRedisServer } from '../../../testing/redis-server.ts'
import { findServerProgram } from '../../../testing/server-programs.ts'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'
import { openTcpRelay } from '../testing/tcp-relay.ts'

const WITHIN = { timeout: 60_000, interval: 50 }

describe.skipIf(!findServerProgram('redis-server'))(
  'what a process did not hear while Redis was gone',
  () => {
    let redis: RedisServer
    let here: TestServer
    let there: TestServer
    beforeAll(async () => {
      redis = await startRedisServer()
      const env = { REDIS_URL: redis.url }
      here = await openTestServer({ env })
      there = await here.openAnother({ env })
    })
    afterAll(async () => {
      await there.close()
      await here.close()
      await redis.close()
    })

    const untilWell = (isWell: boolean) =>
      vi.waitFor(() => {
        for (const { server } of [here, there]) expect(server.domains.bus.isWell()).toBe(isWell)
      }, WITHIN)

    test('is asked for afterwards: a viewer is out whose event was cancelled by way of another process', async () => {
      const events = eventCaller(here)
      const owner = await here.influencer('ivy')
      const fan = await here.fan('fred')
      const [cancelled, kept] = [
        await events.create(owner, { title: 'Cancelled' }),
        await events.create(owner, { title: 'Kept' }),
      ]
      const watching = []
      for (const event of [cancelled, kept]) {
        await events.placeOf(fan, event)
        watching.push(await events.watch(fan, event))
      }
      const [out, stays] = watching
      await redis.kill()
      await untilWell(false)
      await eventCaller(there).cancel(owner, cancelled)
      await there.server.doDueWork()
      expect(watching.map(({ socket }) => socket.readyState)).toEqual([WebSocket.OPEN, WebSocket.OPEN])
      await redis.start()
      await untilWell(true)
      expect([4403, 4410]).toContain(await out?.closed)
      expect(stays?.socket.readyState).toBe(WebSocket.OPEN)
    })

    test('is told afterwards by the process that nobody heard: a viewer is out whose place ended there', {
      timeout: 180_000,
    }, async () => {
      // Of its own: a process that came back just before looks at its rooms once more, some seconds later.
      const logged: string[] = []
      const home = await openTestServer({
        env: { REDIS_URL: redis.url, LOG_LEVEL: 'error' },
        logTo: { write: (line: string) => void logged.push(line) },
      })
      const relay = await openTcpRelay(Number(new URL(redis.url).port))
      const parted = await home.openAnother({ env: { REDIS_URL: `redis://127.0.0.1:${relay.port}` } })
      try {
        const events = eventCaller(home)
        const event = await events.create(await home.influencer('zoe'))
        const [out, stays] = [await home.fan('otto'), await home.fan('stan')]
        const lost = await events.placeOf(out, event)
        await events.placeOf(stays, event)
        const [closing, staying] = [await events.watch(out, event), await events.watch(stays, event)]
        relay.cut()
        await vi.waitFor(() => expect(parted.server.domains.bus.isWell()).toBe(false), WITHIN)
        expect(
          (await parted.call(out, `POST /api/influencer/parley_requests/${lost.id}/cancel/`)).status,
        ).toBe(200)
        await parted.server.doDueWork()
        expect(home.server.domains.bus.isWell()).toBe(true)
        expect(closing.socket.readyState).toBe(WebSocket.OPEN)
        // The database comes back after Redis, and later than all that the bus asks for by itself when it is back: only
        // who asks again after each failure fails so often.
        const { pool } = home.server.database
        const query = pool.query.bind(pool) as (...args: unknown[]) => unknown
        const away = vi.spyOn(pool, 'query').mockImplementation(((...args: unknown[]) => {
          const { text = '' } = args[0] as { text?: string }
          if (!text.includes('session_requests')) return query(...args)
          return Promise.reject(new Error('the database is away'))
        }) as unknown as () => void)
        const failed = () =>
          logged.filter(line => line.includes('some rooms were not looked at again')).length
        const before = failed()
        relay.mend()
        await vi.waitFor(() => expect(failed() - before).toBeGreaterThanOrEqual(3), {
          ...WITHIN,
          timeout: 60_000,
        })
        expect(closing.socket.readyState).toBe(WebSocket.OPEN)
        away.mockRestore()
        expect(await closing.closed).toBe(4403)
        expect(staying.socket.readyState).toBe(WebSocket.OPEN)
      } finally {
        vi.restoreAllMocks()
        await parted.close()
        await relay.close()
        await home.close()
      }
    })
  },
)
