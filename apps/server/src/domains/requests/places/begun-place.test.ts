import { DAY_SECONDS, type LiveEvent } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventCaller } from '../../../testing/event-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { staffMember } from '../../staff/testing/staff-member.ts'
import { removeViewer } from './remove-viewer.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 8 })
})
afterAll(() => t?.close())
const sql = (text: string, ...values: unknown[]) => t.server.database.pool.query(text, values)

const PAID_AT = 'update session_requests set paid_at = $2 where id = $1'

let made = 0
/** A place for 6.00 at an event of ten minutes, of which four were broadcast; the work that informs the place waits. */
async function uninformedPlace() {
  made++
  const [fan, owner] = [await t.fan(`untold-fan${made}`), await t.influencer(`untold-star${made}`)]
  const events = eventCaller(t)
  const event = await events.create(owner, { amount: '6.00', duration: 600 })
  const place = await events.placeOf(fan, event)
  const until = t.clock.now()
  const from = new Date(until.getTime() - 240_000)
  await sql('insert into call_rooms (id) values ($1)', event.id)
  await sql(
    `insert into live_intervals (id, room_id, epoch, started_at, proven_until, ended_at, ended_by)
     values (gen_random_uuid(), $1, 1, $2, $3, $3, 'influencer')`,
    ...[event.id, from, until],
  )
  await sql(`update live_events set state = 'live', begun_at = $2 where id = $1`, event.id, from)
  await sql(PAID_AT, place.id, new Date(from.getTime() - 1_000))
  return { fan, owner, event, place }
}

const remove = ({ fan, owner, event }: { fan: TestPerson; owner: TestPerson; event: LiveEvent }) =>
  removeViewer(t.server.domains.requests, { eventId: event.id, viewerId: fan.id, ownerId: owner.id })

test.each([
  'a removal',
  'a block by the viewer',
  'a block by the owner',
  'a suspension of the viewer',
] as const)(
  'what was broadcast before %s stays paid, also where the place was not told yet that the event began',
  async how => {
    const it = await uninformedPlace()
    const { fan, owner, place } = it
    if (how === 'a removal') await remove(it)
    else if (how === 'a suspension of the viewer') {
      const desk = await staffMember(t, `untold-desk${made}`, 'moderator')
      const act = { reason: 'They threatened a fan in a call', version: 0 }
      expect((await t.call(desk.person, `POST /api/staff/people/${fan.id}/suspend/`, act)).status).toBe(204)
    } else {
      const [by, whom] = how === 'a block by the viewer' ? [fan, owner] : [owner, fan]
      const preview = await t.call<{ ends: object[] }>(by, `GET /api/user/${whom.id}/block/`)
      expect(preview.body.ends).toMatchObject([{ effect: 'place_ended' }])
      expect((await t.call(by, `POST /api/user/${whom.id}/block/`)).status).toBe(204)
    }
    await t.server.doDueWork()
    const { rows } = await sql(
      'select state, outcome, settled_by, refunded_pence from session_requests where id = $1',
      place.id,
    )
    expect(rows).toEqual([
      { state: 'completed', outcome: 'part_served', settled_by: 'place_ended', refunded_pence: 360 },
    ])
    expect(await t.breaches()).toEqual([])
  },
)

test.each(['cancel', 'reject'] as const)(
  'nobody gets broadcast time back by %s, also where the place was not told yet that the event began',
  async how => {
    const { fan, owner, place } = await uninformedPlace()
    const [by, path] = how === 'cancel' ? [fan, 'parley_requests'] : [owner, 'requests']
    const answer = await t.call(by, `POST /api/influencer/${path}/${place.id}/${how}/`)
    expect(answer.status).toBe(409)
    expect(await t.request(fan, place.slug)).toMatchObject({ payment: { status: 'paid' } })
  },
)

test('who paid while the event was on, and was not let in yet, gets all of it back', async () => {
  const { fan, owner, event, place } = await uninformedPlace()
  await sql(PAID_AT, place.id, t.clock.now())
  await remove({ fan, owner, event })
  await t.server.doDueWork()
  expect(await t.request(fan, place.slug)).toMatchObject({
    ...{ state: 'rejected', payment: { status: 'refunded' } },
  })
})

test('who paid while the event was on has a begun place before they get a ticket: nothing to cancel', async () => {
  const { fan, event, place } = await uninformedPlace()
  await sql(PAID_AT, place.id, t.clock.now())
  const socket = await eventCaller(t).watch(fan, event)
  const begun = async () => (await sql('select begun_at from session_requests where id = $1', place.id)).rows
  try {
    // The work that informs the place still waits.
    expect(await begun()).toEqual([{ begun_at: null }])
    socket.say({ handler: 'get_session', handler_kwargs: {} })
    await socket.received('MESSAGE_PARLEY_SESSION')
    expect(await begun()).not.toEqual([{ begun_at: null }])
  } finally {
    socket.socket.close()
    await socket.closed
  }
  const answer = await t.call(fan, `POST /api/influencer/parley_requests/${place.id}/cancel/`)
  expect(answer.status).toBe(409)
  await t.server.doDueWork()
  expect(await t.request(fan, place.slug)).toMatchObject({ payment: { status: 'paid' } })
})

test('all of it comes back where the event has not begun', async () => {
  const [fan, owner] = [await t.fan('early-fan'), await t.influencer('early-star')]
  const events = eventCaller(t)
  const event = await events.create(owner, { amount: '6.00', duration: 600 })
  const place = await events.placeOf(fan, event)
  await remove({ fan, owner, event })
  await t.server.doDueWork()
  expect(await t.request(fan, place.slug)).toMatchObject({
    ...{ state: 'rejected', payment: { status: 'refunded' } },
  })
  // The work that comes late finds it ended.
  await t.advance(DAY_SECONDS)
  expect(await t.breaches()).toEqual([])
})
