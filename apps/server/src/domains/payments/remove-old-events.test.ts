import { DAY_SECONDS } from '@parley/contract'
import { afterAll, expect, test } from 'vitest'
import { openTestServer } from '../../testing/test-server.ts'

const t = await openTestServer()
afterAll(t.close)

test('a webhook is removed 90 days after it came, and one that comes again then has no further effect', async () => {
  const request = await t.bookAndPay(await t.fan('fred'), await t.influencer('ivy'))
  const read = async (text: string) => (await t.server.database.pool.query<{ id: string }>(text)).rows
  const kept = () => read(`select id from provider_events where type = 'payment_intent.succeeded'`)
  const [paid, ...more] = await kept()
  expect([paid, more]).toEqual([{ id: expect.any(String) }, []])
  await t.advance(89 * DAY_SECONDS)
  await t.server.domains.cleanUp()
  expect(await kept()).toEqual([paid])
  await t.advance(2 * DAY_SECONDS)
  await t.server.domains.cleanUp()
  expect(await kept()).toEqual([])
  t.sandbox.faults.webhooks.resend(paid?.id ?? '')
  await t.server.doDueWork()
  expect(await kept()).toEqual([paid])
  expect(
    await read(`select id from journals where kind = 'charge' and request_id = '${request.id}'`),
  ).toHaveLength(1)
  expect(await t.breaches()).toEqual([])
})
