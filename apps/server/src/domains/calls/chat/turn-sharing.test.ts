import { MESSAGE_ERROR, MESSAGE_SHARING, type SharingNews } from '@parley/contract'
import { expect, test, vi } from 'vitest'
import type { SocketClient } from '../../../realtime/testing/socket-client.ts'
import { openTestServer } from '../../../testing/test-server.ts'
import { queueCast, WITHIN } from '../../queue/testing/queue-caller.ts'

const t = await openTestServer({ connections: 60 })
const cast = queueCast(t, ['fred', 'gina'])
const { owner, queues } = cast
const { fred, gina } = cast.fans

const received = ({ messages }: SocketClient) =>
  messages.flatMap(({ handler, payload }) => {
    const { by, state } = (payload ?? {}) as SharingNews
    return handler === MESSAGE_SHARING ? [`${by} ${state}`] : []
  })
const share = (who: SocketClient, state: SharingNews['state']) => who.say({ type: 'share', state })
/** Who has no turn is refused one: what they said before that was handled then. */
async function handled(who: SocketClient): Promise<void> {
  const before = who.messages.length
  who.say({ handler: 'get_session', handler_kwargs: {} })
  const refused = () => who.messages.slice(before).some(({ handler }) => handler === MESSAGE_ERROR)
  await vi.waitFor(() => expect(refused()).toBe(true), WITHIN)
}

test('a screen that is shared in a turn is told to its two alone, and ends with the turn', async () => {
  const { event } = await queues.queueOf(`Screens ${cast.nth}`, [fred, gina])
  const [host, freds, ginas] = [
    await queues.enter(owner, event),
    await queues.enter(fred, event),
    await queues.enter(gina, event),
  ]
  for (const fan of [fred, gina]) await queues.ready(fan, event)
  // Attack: a host or a fan of a line who says so outside of any turn, to be read by everybody in it.
  for (const who of [host, ginas]) {
    share(who, 'on')
    await handled(who)
  }
  await queues.press(event, 'open')
  await queues.joinTurn(freds)
  await queues.joinTurn(host)
  await vi.waitFor(async () => expect(await queues.stateOf(fred, event)).toBe('in_turn'), WITHIN)
  share(ginas, 'on')
  share(freds, 'on')
  share(host, 'paused')
  const both = [`${fred.username} on`, `${owner.username} paused`]
  await vi.waitFor(
    () => expect([received(host).sort(), received(freds).sort()]).toEqual([both, both]),
    WITHIN,
  )

  // A page that comes back reads who shares; what it shared itself ended with its socket.
  host.socket.close()
  await vi.waitFor(() => expect(received(freds)).toContain(`${owner.username} off`), WITHIN)
  const back = await queues.enter(owner, event)
  await queues.joinTurn(back)
  await vi.waitFor(() => expect(received(back)).toEqual([`${fred.username} on`]), WITHIN)

  expect((await queues.press(event, 'next')).status).toBe(200)
  await queues.joinTurn(ginas)
  await queues.joinTurn(back)
  await vi.waitFor(async () => expect(await queues.stateOf(gina, event)).toBe('in_turn'), WITHIN)
  // Attack: one whose turn is over keeps saying that they share.
  share(freds, 'paused')
  await handled(freds)
  share(back, 'on')
  await vi.waitFor(() => expect(received(ginas)).toEqual([`${owner.username} on`]), WITHIN)
  await vi.waitFor(
    () => expect(received(back)).toEqual([`${fred.username} on`, `${owner.username} on`]),
    WITHIN,
  )
})
