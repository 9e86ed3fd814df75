import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'
import { whileLeaving } from '../../requests/testing/while-leaving.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 12 })
})
afterAll(() => t?.close())

test('nobody begins to save a card whose account is deleted in that moment', async () => {
  const fan = await t.fan('fan')
  const status = await whileLeaving(t, fan, () => t.call(fan, `POST /api/user/${fan.id}/card-wallet/`))
  const { rows } = await t.server.database.pool.query('select status from card_setups')
  expect(rows).toEqual([])
  expect(status).toBe(401)
})
