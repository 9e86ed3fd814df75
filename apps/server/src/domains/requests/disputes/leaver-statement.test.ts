import { afterAll, beforeAll, expect, test } from 'vitest'
import { disputeOf } from '../../../http/testing/cast.ts'
import { earningCaller } from '../../../testing/earning.ts'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'
import { whileLeaving } from '../testing/while-leaving.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 12 })
})
afterAll(() => t?.close())

test('nobody writes to a bank whose account is deleted in that moment', async () => {
  const [fan, star] = [await t.fan('fan'), await t.influencer('star')]
  const request = await earningCaller(t).paidOut(fan, star)
  await t.call(star, 'GET /api/user/me/')
  const id = await disputeOf(t, request)
  const path = `POST /api/influencer/me/disputes/${id}/statement/` as const
  const status = await whileLeaving(t, star, () => t.call(star, path, { text: 'We spoke for an hour' }))
  const { rows } = await t.server.database.pool.query('select text from dispute_statements')
  expect(rows).toEqual([])
  expect(status).toBe(401)
})
