import { MESSAGE_SHARING, type SharingNews } from '@parley/contract'
import { afterAll, describe, expect, test } from 'vitest'
import type { SocketClient } from '../../../realtime/testing/socket-client.ts'
import { eventCaller } from '../../../testing/event-caller.ts'
import { startRedisServer } from '../../../testing/redis-server.ts'
import { findServerProgram } from '../../../testing/server-programs.ts'
import { openTestServer } from '../../../testing/test-server.ts'
import { newsWhere, receivesLine, say } from '../testing/chat-client.ts'
import { openParted } from '../testing/parted-server.ts'

const receivesSharing = (client: SocketClient, state: SharingNews['state']) =>
  client.received(MESSAGE_SHARING, ({ payload }) => (payload as SharingNews).state === state)

describe.skipIf(!findServerProgram('redis-server'))('a screen that is shared', async () => {
  const redis = await startRedisServer()
  afterAll(() => redis.close())
  const here = await openTestServer({ env: { REDIS_URL: redis.url } })
  afterAll(here.close)
  const { parted, ...link } = await openParted(redis, here)
  afterAll(link.close)

  test('is shared no more once its page is loaded again, although the process of the first page said nothing', async () => {
    const events = eventCaller(here)
    const [owner, fan, late] = [await here.influencer('ivy'), await here.fan('fred'), await here.fan('lola')]
    const event = await events.create(owner, { duration: 600 })
    for (const each of [fan, late]) await events.placeOf(each, event)
    const host = await eventCaller(parted).watch(owner, event)
    const viewer = await events.watch(fan, event)
    for (const each of [host, viewer]) await newsWhere(each, news => news.from_start === true)
    host.say({ type: 'share', state: 'on' })
    expect(await receivesSharing(viewer, 'on')).toMatchObject({ payload: { by: 'ivy' } })
    // As if it were killed: nothing of what it does reaches the others.
    await link.cut()
    const again = await events.watch(owner, event)
    await newsWhere(again, news => news.from_start === true)
    await receivesSharing(viewer, 'off')
    const later = await events.watch(late, event)
    await newsWhere(later, news => news.from_start === true)
    say(again, 'hello')
    await receivesLine(later, 'hello')
    for (const page of [again, later]) expect(JSON.stringify(page.messages)).not.toContain('"state":"on"')
    for (const page of [host, viewer, again, later]) page.socket.close()
    link.mend()
    await link.untilWell(true)
  })

  test.each([
    ['ends', ['on', 'off']],
    ['begins', ['off', 'on']],
  ] as const)(
    'reaches the pages of another process also where it %s while the two do not reach each other',
    async (what, [before, after]) => {
      const events = eventCaller(here)
      const [owner, fan] = [await here.influencer(`star-${what}`), await here.fan(`fan-${what}`)]
      const event = await events.create(owner, { duration: 600 })
      await events.placeOf(fan, event)
      const host = await eventCaller(parted).watch(owner, event)
      const viewer = await events.watch(fan, event)
      for (const each of [host, viewer]) await newsWhere(each, news => news.from_start === true)
      host.say({ type: 'share', state: before })
      await receivesSharing(viewer, before)
      await link.cut()
      host.say({ type: 'share', state: after })
      await receivesSharing(host, after)
      link.mend()
      await link.untilWell(true)
      await receivesSharing(viewer, after)
      for (const page of [host, viewer]) page.socket.close()
    },
  )
})
