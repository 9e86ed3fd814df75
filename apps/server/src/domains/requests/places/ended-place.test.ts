import type { SessionRequest } from '@parley/contract'
import { afterAll, expect, test } from 'vitest'
import type { TestPerson } from '../../../testing/api-caller.ts'
import { eventCaller } from '../../../testing/event-caller.ts'
import { openTestServer } from '../../../testing/test-server.ts'

const t = await openTestServer()
const events = eventCaller(t)
afterAll(t.close)

const isOver = [409, { detail: 'This call is over' }]

/** The answer of `get_session` by HTTP, for the place's id. */
async function session(person: TestPerson, place: SessionRequest) {
  await t.server.doDueWork()
  const path = `/api/influencer/parley_requests/${place.id}/session/` as const
  const { status, body } = await t.call(person, `POST ${path}`)
  return [status, body]
}

test('a place that ended before its event is over for its buyer, as an ended call is', async () => {
  const [ivy, fan, late] = [await t.influencer('ivy'), await t.fan('fred'), await t.fan('lola')]
  const event = await events.create(ivy, { title: 'Goes on without them' })
  const rejected = await events.placeOf(fan, event)
  expect((await session(fan, rejected))[0]).toBe(200)
  const reject = `POST /api/influencer/requests/${rejected.id}/reject/` as const
  expect((await t.call(ivy, reject, { reason: 'not today' })).status).toBe(200)
  expect(await session(fan, rejected)).toEqual(isOver)
  // Who never had it does not learn of it.
  expect((await session(late, rejected))[0]).toBe(404)

  const expired = (await events.bookPlace(late, event)).body
  expect((await session(late, expired))[0]).toBe(402)
  await t.advance(15 * 60 + 1)
  expect(await session(late, expired)).toEqual(isOver)
})

test('so it is with a place whose money its host has given back', async () => {
  const [ivy, fan] = [await t.influencer('ivy-gives'), await t.fan('fred-gets')]
  const place = await events.placeOf(fan, await events.create(ivy, { title: 'A present' }))
  const gift = { amount: place.amount, uuid: crypto.randomUUID() }
  const given = await t.call(ivy, `POST /api/influencer/requests/${place.id}/give-back/`, gift)
  expect(given.status).toBe(200)
  expect(await session(fan, place)).toEqual(isOver)
})

test('who left a running event by a block reads that their place has ended, and not that they have one', async () => {
  const [ivy, fan] = [await t.influencer('ivy-on-air'), await t.fan('fred-left')]
  const event = await events.create(ivy, { title: 'On air', capacity: 1 })
  const place = await events.placeOf(fan, event)
  const { pool } = t.server.database
  const [now, live] = [t.clock.now(), "update live_events set state = 'live', begun_at = $2 where id = $1"]
  await pool.query(live, [event.id, now])
  await pool.query("update session_requests set state = 'accepted', begun_at = $2 where id = $1", [
    ...[place.id, now],
  ])
  const block = `/api/user/${ivy.id}/block/` as const
  expect((await t.call(fan, `POST ${block}`)).status).toBe(204)
  await t.server.doDueWork()
  expect((await t.call(fan, `DELETE ${block}`)).status).toBe(204)
  expect((await t.request(fan, place.slug)).settled_by).toBe('place_ended')
  const detail = 'Your place at this event has ended, and nobody books one event twice'
  expect(await events.bookPlace(fan, event)).toMatchObject({ status: 409, body: { detail } })
})
