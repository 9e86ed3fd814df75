import type { SessionRequest } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { whileLeaving } from '../testing/while-leaving.ts'

const LINK = { amount: '10.00', duration: 600, description: 'Ten minutes for somebody' }

let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 12 })
})
afterAll(() => t?.close())

test('nobody accepts a prepaid link whose account is deleted in that moment', async () => {
  const [fan, leaver, later] = [await t.fan('giver'), await t.fan('leaver'), await t.fan('later')]
  const { body: link } = await t.call<SessionRequest>(fan, 'POST /api/parley/prepaid-link/', LINK)
  await t.confirm((await t.pay(fan, link)).body)
  await t.server.doDueWork()
  const claim = (who: TestPerson) => t.call(who, `POST /api/parley/prepaid/${link.id}/accept/`)
  expect(await whileLeaving(t, leaver, () => claim(leaver))).toBe(401)
  expect((await t.request(fan, link.slug)).influencer).toBeNull()
  expect((await claim(later)).status).toBe(200)
})

test('nobody accepts a gift whose account is deleted in that moment', async () => {
  const [fan, leaver, later] = [await t.fan('buyer'), await t.fan('guest'), await t.fan('other')]
  const call = await t.bookAndPay(fan, await t.influencer('ivy'))
  const { body } = await t.call<{ url: string }>(fan, `POST /api/parley/${call.slug}/session/gift/`, {})
  const token = new URL(body.url).searchParams.get('token')
  const accept = (who: TestPerson) => t.call(who, 'POST /api/parley/gift/accept/', { token })
  expect(await whileLeaving(t, leaver, () => accept(leaver))).toBe(401)
  expect((await t.request(fan, call.slug)).attendee).toBeNull()
  expect((await accept(later)).status).toBe(200)
})

test.each([
  ['writer', { note: 'My contract with Ann' }],
  ['reader', { callback: '/profile/nora?from=writer' }],
])('nobody books as %s whose account is deleted in that moment', async (name, words) => {
  const [leaver, nora] = [await t.fan(name), await t.influencer(`nora-${name}`)]
  const book = () => t.book(leaver, nora, words)
  expect(await whileLeaving(t, leaver, book)).toBe(401)
  const { rows } = await t.server.database.pool.query(
    'select note, callback from session_requests where buyer_id = $1',
    [leaver.id],
  )
  expect(rows).toEqual([])
})
