import { afterAll, describe, expect, test, vi } from 'vitest'
import { eventCaller } from '../../../testing/event-caller.ts'
import { startRedisServer } from '../../../testing/redis-server.ts'
import { findServerProgram } from '../../../testing/server-programs.ts'
import { openTestServer } from '../../../testing/test-server.ts'
import { beginTurnOf, queueCast, WITHIN } from '../../queue/testing/queue-caller.ts'
import { newsWhere, receivesLine, shownTexts } from '../testing/chat-client.ts'
import { openParted } from '../testing/parted-server.ts'

describe.skipIf(!findServerProgram('redis-server'))(
  'the chat of a turn after an outage of Redis',
  async () => {
    const redis = await startRedisServer()
    afterAll(() => redis.close())
    const t = await openTestServer({ connections: 20, env: { REDIS_URL: redis.url } })
    const link = await openParted(redis, t)
    // Closed before the first server: hooks run from the last to the first.
    const { owner, fans, queues } = queueCast(t, ['fred'])
    afterAll(link.close)

    test('lines that the process of an open page did not receive reach that page', async () => {
      const { event, places } = await queues.queueOf('Parted', [fans.fred])
      const session = places[0]?.id ?? ''
      link.parted.clock.advance(t.clock.offsetSeconds() - link.parted.clock.offsetSeconds())
      const host = await queues.enter(owner, event)
      const fred = await eventCaller(link.parted).watch(fans.fred, event)
      await newsWhere(fred, news => news.from_start === true)
      await queues.ready(fans.fred, event)
      await queues.press(event, 'open')
      await beginTurnOf(t, event, session)
      for (const socket of [host, fred]) await queues.turnTicket(socket)
      host.say({ type: 'chat', id: 'first', text: 'before it', session })
      await receivesLine(fred, 'before it')
      await link.cut()
      host.say({ type: 'chat', id: 'second', text: 'while it was away', session })
      await receivesLine(host, 'while it was away')
      link.mend()
      await link.untilWell(true)
      // The chat of the whole line has its own messages, without a session.
      const inTurn = () => ({
        ...fred,
        messages: fred.messages.filter(message => message.session === session),
      })
      await vi.waitFor(() => expect(shownTexts(inTurn())).toEqual(['before it', 'while it was away']), WITHIN)
      fred.socket.close()
    })
  },
)
