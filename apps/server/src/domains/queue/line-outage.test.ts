import { afterAll, describe, expect, test } from 'vitest'
import { startRedisServer } from '../../testing/redis-server.ts'
import { findServerProgram } from '../../testing/server-programs.ts'
import { openTestServer } from '../../testing/test-server.ts'
import { openParted } from '../calls/testing/parted-server.ts'
import { queueCast } from './testing/queue-caller.ts'

describe.skipIf(!findServerProgram('redis-server'))(
  'the line of a queue, where a process lost Redis',
  async () => {
    const redis = await startRedisServer()
    afterAll(() => redis.close())
    const t = await openTestServer({ connections: 20, env: { REDIS_URL: redis.url } })
    const link = await openParted(redis, t)
    // Closed before the first server: hooks run from the last to the first.
    const { owner, fans, queues } = queueCast(t, ['fred', 'gina'])
    afterAll(link.close)

    /** What time alone does, as the process sees it that knows nobody else. */
    async function tickParted() {
      link.parted.clock.advance(t.clock.offsetSeconds() - link.parted.clock.offsetSeconds())
      await link.parted.server.doDueWork()
    }

    test('who is ready stays ready, though that process does not see the open page', async () => {
      const { event } = await queues.queueOf('Parted', [fans.fred, fans.gina])
      await queues.enter(owner, event)
      for (const fan of [fans.fred, fans.gina]) {
        await queues.enter(fan, event)
        await queues.ready(fan, event)
      }
      await queues.press(event, 'open')
      await link.cut()
      await tickParted()
      expect((await queues.show(fans.gina, event)).you).toMatchObject({ state: 'waiting', ready: true })
      link.mend()
      await link.untilWell(true)
      await tickParted()
      expect((await queues.show(fans.gina, event)).you).toMatchObject({ state: 'waiting', ready: true })
    })
  },
)
