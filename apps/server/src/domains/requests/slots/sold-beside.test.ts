import type { SessionRequest } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  inTwoDays,
  offersEveryHour,
  openTestServer,
  type TestPerson,
  type TestServer,
} from '../../../testing/test-server.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 20 })
})
afterAll(() => t?.close())

let people = 0
const fan = () => t.fan(`asker${people++}`)
const at = (time: string) => inTwoDays(t, time)
const stretch = (from: string, to: string) => ({ timeRange: { start: at(from), end: at(to) } })
/** As the influencer's own list has it. */
async function hintOf(influencer: TestPerson, { id }: SessionRequest) {
  const { body } = await t.call<{ results: SessionRequest[] }>(influencer, 'GET /api/influencer/requests/')
  return body.results.find(request => request.id === id)?.sold_beside
}

test('an influencer reads how many calls are sold in the stretch of time that another asks for', async () => {
  const influencer = await offersEveryHour(t, 'stretched')
  const [ann, ben, cat, dan] = [await fan(), await fan(), await fan(), await fan()]
  const wide = await t.bookAndPay(ann, influencer, stretch('14:00', '18:00'))
  expect(await hintOf(influencer, wide)).toBeNull()
  // One before and one after it, which only touch it; one that nobody has paid; one that is a stretch, too.
  await t.bookAndPay(ben, influencer, { slot: at('18:00') })
  await t.bookAndPay(ben, influencer, { slot: at('13:00') })
  await t.book(cat, influencer, { slot: at('17:00') })
  await t.bookAndPay(dan, influencer, stretch('14:00', '17:00'))
  expect(await hintOf(influencer, wide)).toBeNull()
  await t.bookAndPay(ben, influencer, { slot: at('16:00') })
  const first = await t.bookAndPay(dan, influencer, stretch('14:30', '14:50'))
  const found = { count: 2, start: at('14:30'), user: { id: dan.id, username: dan.username } }
  expect(await hintOf(influencer, wide)).toEqual(found)
  // Nobody else reads who has another's time.
  expect((await t.request(ann, wide.slug)).sold_beside).toBeNull()
  expect(await hintOf(influencer, first)).toBeNull()
  expect((await t.call(influencer, `POST /api/influencer/requests/${wide.id}/accept/`)).status).toBe(200)
  expect(await hintOf(influencer, wide)).toBeNull()
})

test('however many requests came since then', async () => {
  const influencer = await offersEveryHour(t, 'long-stretched')
  const [ann, ben, late] = [await fan(), await fan(), await fan()]
  await t.bookAndPay(ben, influencer, { slot: at('16:00') })
  await t.advance(1)
  const other = await t.bookAndPay(ann, influencer)
  await t.server.database.pool.query(
    `insert into session_requests
     select (jsonb_populate_record(null::session_requests, to_jsonb(r) || jsonb_build_object(
       'id', gen_random_uuid(), 'slug', r.slug || n, 'uuid', r.uuid || n))).*
     from session_requests r, generate_series(1, 150) n where r.id = $1`,
    [other.id],
  )
  await t.advance(1)
  const wide = await t.bookAndPay(late, influencer, stretch('14:00', '18:00'))
  expect(await hintOf(influencer, wide)).toMatchObject({ count: 1, start: at('16:00') })
})
