import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { users } from '../accounts/tables.ts'
import { blocks } from '../safety/tables.ts'
import { selectIntervals } from './store.ts'
import { callRooms } from './tables.ts'
import { requestRow } from './testing/call-requests.ts'
import { type CallServer, createCallServer } from './testing/call-server.ts'

let callServer: CallServer
beforeAll(async () => {
  callServer = await createCallServer()
})
afterAll(() => callServer.close())

const WITHIN = { timeout: 60_000, interval: 20 }
const core = () => callServer.people.accounts
const isLive = (message: Record<string, unknown>) => (message.payload as { is_live: boolean }).is_live

/** A call of the fan with the star, live. */
async function liveCall() {
  const { id, slug } = await callServer.book()
  const [fan, star] = [
    await callServer.enter(`/chat/${slug}/`, 'fan'),
    await callServer.enter(`/paidchat/${slug}/`, 'star'),
  ]
  const row = await requestRow(core(), id)
  const [buyerId, influencerId] = [row.buyerId, row.influencerId ?? '']
  for (const client of [fan, star]) {
    client.say({ handler: 'get_session', handler_kwargs: {} })
    await client.received('MESSAGE_PARLEY_SESSION')
  }
  callServer.video.flow(id, buyerId, influencerId)
  await star.received('MESSAGE_CALL_STATS', isLive)
  return { id, slug, fan, star, buyerId, influencerId }
}

async function endedAt(roomId: string): Promise<Date | null> {
  const [room] = await core().db.select().from(callRooms).where(eq(callRooms.id, roomId))
  return room?.buyerEndedAt ?? null
}

test.each(['buyer', 'influencer'] as const)(
  'a call whose %s blocks the other ends within seconds, though no process tells another of it',
  async side => {
    const call = await liveCall()
    await callServer.calls.leave(call.id, side)
    // Only a buyer who leaves gives up the rest.
    expect((await endedAt(call.id)) !== null).toBe(side === 'buyer')
    const [blockerId, blockedId] =
      side === 'buyer' ? [call.buyerId, call.influencerId] : [call.influencerId, call.buyerId]
    const createdAt = core().clock.now()
    await core().db.insert(blocks).values({ blockerId, blockedId, createdAt })
    // Attack: a page that continues sending media whatever messages it gets.
    callServer.video.flow(call.id, call.buyerId, call.influencerId)
    expect(await call.fan.closed).toBe(4410)
    expect(await call.star.closed).toBe(4410)
    await vi.waitFor(async () => {
      expect(await callServer.video.roomMedia(call.id)).toEqual([])
      const intervals = await selectIntervals(core().db, call.id)
      expect(intervals.filter(({ endedAt: at }) => at === null)).toEqual([])
    }, WITHIN)
    expect(await (await callServer.enter(`/chat/${call.slug}/`, 'fan')).closed).toBe(4410)
    expect(await (await callServer.enter(`/paidchat/${call.slug}/`, 'star')).closed).toBe(4410)
    await core().db.delete(blocks)
  },
  20_000,
)

test.each(['buyer', 'influencer'] as const)(
  'a call whose %s is suspended ends within seconds for both, though no process tells another of it',
  async side => {
    const call = await liveCall()
    const suspendedId = side === 'buyer' ? call.buyerId : call.influencerId
    const setSuspended = (suspendedAt: Date | null) =>
      core().db.update(users).set({ suspendedAt }).where(eq(users.id, suspendedId))
    await setSuspended(core().clock.now())
    // Attack: a page that continues sending media whatever messages it gets.
    callServer.video.flow(call.id, call.buyerId, call.influencerId)
    const [theirs, others] = side === 'buyer' ? [call.fan, call.star] : [call.star, call.fan]
    // Their login may be seen to be over first.
    expect([4401, 4410]).toContain(await theirs.closed)
    expect(await others.closed).toBe(4410)
    await vi.waitFor(async () => {
      expect(await callServer.video.roomMedia(call.id)).toEqual([])
      const intervals = await selectIntervals(core().db, call.id)
      expect(intervals.filter(({ endedAt: at }) => at === null)).toEqual([])
    }, WITHIN)
    await setSuspended(null)
  },
  20_000,
)
