import type { SessionRequest, StaffRequest } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_PASSWORD } from '../../../testing/api-caller.ts'
import { earningCaller, PAYOUT_SECONDS, RELEASE_SECONDS } from '../../../testing/earning.ts'
import { eventCaller } from '../../../testing/event-caller.ts'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'
import { beginEvent } from '../../live-events/public.ts'
import { turnCaller } from '../../queue/testing/turn-caller.ts'
import { staffMember } from '../../staff/testing/staff-member.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer()
})
afterAll(() => t?.close())

let made = 0
/** What the desk reads of a request, by a member of staff who has just come. */
async function atDesk(): Promise<(request: { id: string }) => Promise<StaffRequest>> {
  const { person } = await staffMember(t, `finance${++made}`, 'finance')
  return async ({ id }) => (await t.call<StaffRequest>(person, `GET /api/staff/requests/${id}/`)).body
}

test('a place at an event on air has begun', async () => {
  const [star, fan] = [await t.influencer('ivy'), await t.fan('fred')]
  const event = await eventCaller(t).create(star)
  const place = await eventCaller(t).placeOf(fan, event)
  const read = await atDesk()
  expect((await read(place)).begun_at).toBeNull()
  await beginEvent(t.server.domains.liveEvents, event.id)
  await t.server.doDueWork()
  expect(await read(place)).toMatchObject({
    ...{ state: 'accepted', attendance: null },
    begun_at: t.clock.now().toISOString(),
  })
})

test('of a place at a broadcast it is said when the event was on air until the place ended', async () => {
  const [star, fan] = [await t.influencer('onair'), await t.fan('watcher')]
  const event = await eventCaller(t).create(star)
  const place = await eventCaller(t).placeOf(fan, event)
  const read = await atDesk()
  expect(await read(place)).toMatchObject({
    ...{ attendance: null, on_air: [] },
    event: { title: event.title, format: 'broadcast', absent: null },
  })
  const from = t.clock.now()
  const until = new Date(from.getTime() + 20_000)
  const { pool } = t.server.database
  await beginEvent(t.server.domains.liveEvents, event.id)
  await pool.query('insert into call_rooms (id) values ($1)', [event.id])
  await pool.query(
    `insert into live_intervals (id, room_id, epoch, started_at, proven_until, ended_at, ended_by)
     values (gen_random_uuid(), $1, 1, $2, $3, $3, 'influencer')`,
    [event.id, from, until],
  )
  await t.advance(30)
  expect((await read(place)).on_air).toEqual([{ start: from.toISOString(), end: until.toISOString() }])
})

test('of a turn in a queue it is said who was there, what was used and how it ended', async () => {
  const [star, fan, other] = [await t.influencer('vera'), await t.fan('frank'), await t.fan('greta')]
  const turns = turnCaller(t, star)
  const { event, places } = await turns.queues.queueOf('Meet Vera', [fan, other], 'keep')
  const [place, next] = places as [SessionRequest, SessionRequest]
  const { from, until } = await turns.serve(event, { place, fan })
  turns.queues.leave()
  const read = await atDesk()
  const both = { first_seen: from.toISOString(), last_seen: until.toISOString() }
  expect(await read(place)).toMatchObject({
    event: { title: 'Meet Vera', format: 'queue', absent: 'keep' },
    attendance: {
      ...{ agreed: null, you: both, other: both, used: 60 },
      live: [{ start: from.toISOString(), end: until.toISOString(), ended_by: 'time' }],
      decision: { outcome: 'served', rule: 'used_up' },
    },
    on_air: null,
  })
  const unseen = { first_seen: null, last_seen: null }
  expect((await read(next)).attendance).toMatchObject({ you: unseen, other: unseen, live: [], used: 0 })
})

test('what a debt of the influencer keeps of a later sale is said of that sale alone', async () => {
  const [star, fan] = [await t.influencer('nora'), await t.fan('dora')]
  const money = earningCaller(t)
  await money.verify(star)
  const lost = await money.served(fan, star)
  await t.advance(RELEASE_SECONDS)
  await t.advance(PAYOUT_SECONDS)
  const { faults } = t.sandbox
  const refused = { status: 400, code: 'balance_insufficient' }
  faults.add({ action: 'fail', method: 'POST', path: '/v1/transfers/*/reversals', ...refused })
  const dispute = faults.openDispute(await money.intentOf(lost))
  await t.server.doDueWork()
  faults.closeDispute(dispute, 'lost')
  await t.server.doDueWork()
  expect((await money.earnings(star)).debt).toBe('22.50')
  const later = await money.served(fan, star)
  await t.advance(RELEASE_SECONDS)
  expect((await (await atDesk())(later)).withheld).toBe('0.00')
  await t.advance(PAYOUT_SECONDS)
  expect((await money.earnings(star)).debt).toBe('0.00')
  const read = await atDesk()
  expect(await read(later)).toMatchObject({ withheld: '22.50', money: { left: '0.00' } })
  expect((await read(lost)).withheld).toBe('0.00')
})

test('what an influencer gave up on leaving is said of its sale', async () => {
  const [star, fan] = [await t.influencer('pennies', { price: '1.00' }), await t.fan('frida')]
  const sale = await earningCaller(t).served(fan, star)
  await t.advance(RELEASE_SECONDS)
  await t.advance(PAYOUT_SECONDS)
  expect((await (await atDesk())(sale)).forgone).toBe('0.00')
  // A moved clock outlives access tokens: any call logs in again.
  await t.call(star, 'GET /api/user/me/')
  const leaving = { password: TEST_PASSWORD, forgo: true }
  expect((await t.call(star, 'DELETE /api/user/me/', leaving)).status).toBe(200)
  expect(await (await atDesk())(sale)).toMatchObject({ forgone: '0.90', withheld: '0.00' })
})
