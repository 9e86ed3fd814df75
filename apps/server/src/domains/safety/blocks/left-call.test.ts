import { MINUTE_MS, type SessionRequest } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { beginCall } from '../../requests/public.ts'
import { blockCaller } from './testing/block-caller.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ connections: 8 })
})
afterAll(() => server.close())

const { pair, block, sql, audited } = blockCaller(() => server)
const unblock = (by: TestPerson, whom: TestPerson) => server.call(by, `DELETE /api/user/${whom.id}/block/`)
const LENGTH_MS = 15 * MINUTE_MS

/** A paid call of 15 minutes that begins now. */
async function callOf(fan: TestPerson, star: TestPerson, kind: 'dated' | 'undated'): Promise<SessionRequest> {
  if (kind === 'undated') return server.bookAndPay(fan, star)
  const startMs = server.clock.now().getTime() + MINUTE_MS
  const timeRange = {
    start: new Date(startMs).toISOString(),
    end: new Date(startMs + LENGTH_MS).toISOString(),
  }
  const paid = await server.bookAndPay(fan, star, { timeRange })
  await server.advance(60)
  return paid
}

/** Both were there for so long, and the call ended for the server. */
async function together({ id }: SessionRequest, seconds: number) {
  const from = server.clock.now()
  await beginCall(server.server.domains.requests, id)
  server.clock.advance(seconds)
  await sql('insert into call_rooms (id, epoch) values ($1, 1) on conflict do nothing', id)
  await sql(
    `insert into live_intervals (id, room_id, epoch, started_at, proven_until, ended_at, ended_by)
     values (gen_random_uuid(), $1, 1, $2, $3, $3, 'influencer')`,
    ...[id, from, server.clock.now()],
  )
}

/** The influencer is alone in the room for so long. */
async function waits({ id }: SessionRequest, seconds: number) {
  const from = server.clock.now()
  server.clock.advance(seconds)
  await sql('insert into call_rooms (id, epoch) values ($1, 1) on conflict do nothing', id)
  await sql(
    `insert into media_alone (id, room_id, side, started_at, proven_until)
     values (gen_random_uuid(), $1, 'influencer', $2, $3)`,
    ...[id, from, server.clock.now()],
  )
}

const joins = (star: TestPerson, { id }: SessionRequest) =>
  server.call(star, `POST /api/influencer/requests/${id}/session/`)

// Attack: an influencer blocks a fan after a few seconds, takes the block back, and waits in the room to which the fan,
// whose page said that the call is over, does not come back.
test.each(['dated', 'undated'] as const)(
  'a %s call that its influencer left by a block is over, also when the block is taken back',
  async kind => {
    const { fan, star } = await pair()
    const paid = await callOf(fan, star, kind)
    await together(paid, 90)
    expect((await block(star, fan)).status).toBe(204)
    await server.server.doDueWork()
    expect((await unblock(star, fan)).status).toBe(204)
    expect((await joins(star, paid)).status).toBe(409)
    await waits(paid, 600)
    await server.advance(25 * 3600)
    expect(await server.request(fan, paid.slug)).toMatchObject({
      ...{ state: 'completed', settled_by: 'not_used' },
      payment: { refunded_amount: '22.50' },
    })
    await audited()
  },
)

// Attack: an influencer blocks the person who attends a minute before the start, and waits for the buyer, who is not
// there and cannot cancel any more.
test('a dated call whose influencer blocks the person who attends is declined, and all of it goes back', async () => {
  const { fan, star } = await pair()
  const friend = await server.fan(`friend-of-${fan.username}`)
  const paid = await callOf(fan, star, 'dated')
  const gift = await server.call<{ url: string }>(fan, `POST /api/parley/${paid.slug}/session/gift/`)
  const token = new URL(gift.body.url).searchParams.get('token')
  expect((await server.call(friend, 'POST /api/parley/gift/accept/', { token })).status).toBe(200)
  await block(star, friend)
  await server.server.doDueWork()
  await waits(paid, 600)
  await server.advance(3600)
  expect(await server.request(fan, paid.slug)).toMatchObject({
    ...{ state: 'rejected', payment: { refunded_amount: '25.00' } },
  })
  await audited()
})
