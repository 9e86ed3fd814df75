import type { SessionRequest } from '@parley/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  type Answer,
  openTestServer,
  type TestPerson,
  type TestServer,
} from '../../../testing/test-server.ts'

const LINK = { amount: '10.00', duration: 600, description: 'Ten minutes for somebody' }

let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 12 })
})
afterAll(() => t?.close())

async function assertWaiting(count: number): Promise<void> {
  const { rowCount } = await t.server.database.pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  expect(rowCount).toBe(count)
}

/** What a call of somebody is answered while the deletion of their account is about to commit. */
async function whileLeaving(leaver: TestPerson, act: () => Promise<Answer<unknown>>): Promise<number> {
  const held = await t.server.database.pool.connect()
  // The last table that the deletion writes before it takes the name away.
  await held.query('begin; lock table retired_usernames in access exclusive mode')
  const deleted = t.call(leaver, 'DELETE /api/user/me/')
  await vi.waitFor(() => assertWaiting(1), 30_000)
  const acted = act()
  await vi.waitFor(() => assertWaiting(2), 30_000)
  await held.query('commit')
  held.release()
  expect((await deleted).status).toBe(200)
  return (await acted).status
}

test('nobody accepts a prepaid link whose account is deleted in that moment', async () => {
  const [fan, leaver, later] = [await t.fan('giver'), await t.fan('leaver'), await t.fan('later')]
  const { body: link } = await t.call<SessionRequest>(fan, 'POST /api/parley/prepaid-link/', LINK)
  await t.confirm((await t.pay(fan, link)).body)
  await t.server.doDueWork()
  const claim = (who: TestPerson) => t.call(who, `POST /api/parley/prepaid/${link.id}/accept/`)
  expect(await whileLeaving(leaver, () => claim(leaver))).toBe(401)
  expect((await t.request(fan, link.slug)).influencer).toBeNull()
  expect((await claim(later)).status).toBe(200)
})

test('nobody accepts a gift whose account is deleted in that moment', async () => {
  const [fan, leaver, later] = [await t.fan('buyer'), await t.fan('guest'), await t.fan('other')]
  const call = await t.bookAndPay(fan, await t.influencer('ivy'))
  const { body } = await t.call<{ url: string }>(fan, `POST /api/parley/${call.slug}/session/gift/`, {})
  const token = new URL(body.url).searchParams.get('token')
  const accept = (who: TestPerson) => t.call(who, 'POST /api/parley/gift/accept/', { token })
  expect(await whileLeaving(leaver, () => accept(leaver))).toBe(401)
  expect((await t.request(fan, call.slug)).attendee).toBeNull()
  expect((await accept(later)).status).toBe(200)
})
