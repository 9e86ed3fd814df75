import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { eventCaller } from '../../../testing/event-caller.ts'
import { type RedisServer, startRedisServer } from '../../../testing/redis-server.ts'
import { findServerProgram } from '../../../testing/server-programs.ts'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'
import { newsWhere, receivesLine, refusal, say, shownTexts, texts } from '../testing/chat-client.ts'
import { openParted } from '../testing/parted-server.ts'

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
      const { parted, ...link } = await openParted(redis, home)
      try {
        const events = eventCaller(home)
        const event = await events.create(await home.influencer('zoe'))
        const [out, stays] = [await home.fan('otto'), await home.fan('stan')]
        const lost = await events.placeOf(out, event)
        await events.placeOf(stays, event)
        const [closing, staying] = [await events.watch(out, event), await events.watch(stays, event)]
        await link.cut()
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
        link.mend()
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
        await link.close()
        await home.close()
      }
    })

    test('is repeated afterwards: a line that was hidden is hidden everywhere, who was muted is muted everywhere', {
      timeout: 180_000,
    }, async () => {
      const { parted, ...link } = await openParted(redis, here)
      try {
        const events = eventCaller(here)
        const owner = await here.influencer('hanna')
        const event = await events.create(owner, { duration: 600 })
        const [rude, calm] = [await here.fan('rudi'), await here.fan('carl')]
        for (const each of [rude, calm]) await events.placeOf(each, event)
        const host = await eventCaller(parted).watch(owner, event)
        const [writer, reader] = [
          await eventCaller(parted).watch(rude, event),
          await events.watch(calm, event),
        ]
        for (const each of [host, writer, reader]) await newsWhere(each, news => news.from_start === true)
        say(writer, 'before')
        say(writer, 'quite rude')
        say(host, 'hello')
        const { id } = await receivesLine(host, 'quite rude')
        for (const each of [host, reader]) await receivesLine(each, 'hello')
        await link.cut()
        host.say({ type: 'moderate', act: 'hide', line: id })
        await newsWhere(host, news => news.gone?.includes(id) ?? false)
        say(host, 'while it was away')
        const { id: own } = await receivesLine(host, 'while it was away')
        say(host, 'that stays')
        await receivesLine(host, 'that stays')
        host.say({ type: 'moderate', act: 'hide', line: own })
        await newsWhere(host, news => news.gone?.includes(own) ?? false)
        host.say({ type: 'moderate', act: 'rules', words: ['plum'], slow_seconds: 0 })
        const { id: before } = await receivesLine(host, 'before')
        host.say({ type: 'moderate', act: 'mute', line: before, until: 'end' })
        await newsWhere(writer, news => news.you?.muted_until === 'end')
        link.mend()
        await vi.waitFor(() => expect(parted.server.domains.bus.isWell()).toBe(true), WITHIN)
        for (const hidden of [id, before])
          await newsWhere(reader, news => news.gone?.includes(hidden) ?? false)
        // A page that stayed open has what was written in that time, in its order.
        await vi.waitFor(() => expect(shownTexts(reader)).toEqual(['hello', 'that stays']), WITHIN)
        const again = await events.watch(calm, event)
        const shown = await newsWhere(again, news => news.from_start === true)
        expect(shown.lines?.map(({ text }) => text)).toEqual(['hello', 'that stays'])
        expect(await refusal(again, say(again, 'a plum'))).toMatchObject({ why: 'word' })
        const elsewhere = await events.watch(rude, event)
        await newsWhere(elsewhere, news => news.you?.muted_until === 'end')
        expect(await refusal(elsewhere, say(elsewhere, 'still here'))).toMatchObject({ why: 'muted' })
        expect(texts(reader)).not.toContain('still here')
      } finally {
        await link.close()
      }
    })

    test('is named again afterwards by a process that was well: a line that it hid goes from the pages of the other', {
      timeout: 180_000,
    }, async () => {
      const { parted, ...link } = await openParted(redis, here)
      try {
        const events = eventCaller(here)
        const owner = await here.influencer('ida')
        const event = await events.create(owner, { duration: 600 })
        const fan = await here.fan('felix')
        await events.placeOf(fan, event)
        const [host, reader] = [await events.watch(owner, event), await eventCaller(parted).watch(fan, event)]
        for (const each of [host, reader]) await newsWhere(each, news => news.from_start === true)
        say(host, 'my address')
        const { id } = await receivesLine(reader, 'my address')
        await link.cut()
        expect(here.server.domains.bus.isWell()).toBe(true)
        host.say({ type: 'moderate', act: 'hide', line: id })
        await newsWhere(host, news => news.gone?.includes(id) ?? false)
        link.mend()
        await newsWhere(reader, news => news.gone?.includes(id) ?? false)
      } finally {
        await link.close()
      }
    })
  },
)
