import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { changeRequestRow, requestRow } from './testing/call-requests.ts'
import { type CallServer, createCallServer } from './testing/call-server.ts'
import type { JoinTicket } from './video-provider.ts'

let callServer: CallServer
beforeAll(async () => {
  callServer = await createCallServer()
})
afterAll(() => callServer.close())

const WITHIN = { timeout: 60_000, interval: 20 }
const core = () => callServer.people.accounts
const getSession = { handler: 'get_session', handler_kwargs: {} }
const asTicket = (message: Record<string, unknown>): JoinTicket => ({
  provider: 'embedded',
  url: String(message.url),
  token: String(message.token),
  room: String(message.session),
})
const ids = async (roomId: string) => (await callServer.video.roomMedia(roomId)).map(each => each.identity)

async function idOf(name: 'fan' | 'star' | 'stranger'): Promise<string> {
  const { id } = await callServer.book()
  const row = await requestRow(core(), id)
  if (name !== 'stranger') return name === 'fan' ? row.buyerId : (row.influencerId ?? '')
  const stranger = await callServer.people.app.inject({ url: '/api/user/get_user/stranger/' })
  return (stranger.json() as { id: string }).id
}

/** Somebody takes the buyer's place, or gives it back. */
async function attend(id: string, attendeeId: string | null): Promise<void> {
  await changeRequestRow(core(), id, { attendeeId })
  await callServer.calls.onRoomChanged(id)
}

async function join(slug: string, name: 'fan' | 'star' | 'stranger') {
  const client = await callServer.enter(`/chat/${slug}/`, name)
  client.say(getSession)
  const ticket = asTicket(await client.received('MESSAGE_PARLEY_SESSION'))
  callServer.video.join(ticket)
  return { client, ticket }
}

describe('who attends a call that was given away', () => {
  test('the attendee is let in as the buyer’s side, and the buyer is not', async () => {
    const { id, slug } = await callServer.book({ attendeeId: await idOf('stranger') })
    const attendee = await callServer.enter(`/chat/${slug}/`, 'stranger')
    attendee.say(getSession)
    expect(await attendee.received('MESSAGE_PARLEY_SESSION')).toMatchObject({
      session: id,
      is_influencer: false,
    })
    expect(await (await callServer.enter(`/chat/${slug}/`, 'fan')).closed).toBe(4403)
    expect(await (await callServer.enter(`/paidchat/${slug}/`, 'fan')).closed).toBe(4403)
  })

  test('a buyer who waits there is out, socket and media, the moment the gift is accepted', async () => {
    const { id, slug } = await callServer.book()
    const { client, ticket } = await join(slug, 'fan')
    expect(await ids(id)).toHaveLength(1)
    await attend(id, await idOf('stranger'))
    expect(await client.closed).toBe(4403)
    expect(await ids(id)).toEqual([])
    expect(() => callServer.video.join(ticket)).toThrow()
  })

  test('an attendee whose place was taken back is out, and the buyer may come', async () => {
    const { id, slug } = await callServer.book({ attendeeId: await idOf('stranger') })
    const { client } = await join(slug, 'stranger')
    await attend(id, null)
    expect(await client.closed).toBe(4403)
    expect(await ids(id)).toEqual([])
    await join(slug, 'fan')
    expect(await ids(id)).toEqual([await idOf('fan')])
  })

  test('a ticket kept from before does not let the buyer watch: they are out as soon as they are in', async () => {
    const { id, slug } = await callServer.book()
    const fan = await callServer.enter(`/chat/${slug}/`, 'fan')
    fan.say(getSession)
    const kept = asTicket(await fan.received('MESSAGE_PARLEY_SESSION'))
    await attend(id, await idOf('stranger'))
    await join(slug, 'stranger')
    try {
      callServer.video.join(kept)
    } catch {
      // The provider knows already that this ticket is void.
    }
    const stranger = await idOf('stranger')
    await vi.waitFor(async () => expect(await ids(id)).toEqual([stranger]), WITHIN)
  })

  test('the clock counts the attendee’s media as the buyer’s side, and the buyer’s not at all', async () => {
    const { id, slug } = await callServer.book()
    await join(slug, 'fan')
    await attend(id, await idOf('stranger'))
    const { client: star } = await join(slug, 'star')
    callServer.video.flow(id, await idOf('fan'))
    await vi.waitFor(async () => expect(await ids(id)).toEqual([await idOf('star')]), WITHIN)
    expect((await requestRow(core(), id)).begunAt).toBeNull()
    await join(slug, 'stranger')
    const isLive = (message: Record<string, unknown>) => (message.payload as { is_live: boolean }).is_live
    await star.received('MESSAGE_CALL_STATS', isLive)
    expect((await requestRow(core(), id)).begunAt).not.toBeNull()
  })
})
