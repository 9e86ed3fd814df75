import { HOUR_SECONDS } from '@parley/contract'
import { afterAll, expect, it } from 'vitest'
import { earningCaller, PAYOUT_SECONDS, RELEASE_SECONDS } from '../testing/earning.ts'
import { operatorCommands } from '../testing/operator-commands.ts'
import { openTestServer } from '../testing/test-server.ts'

const LIMIT_MS = 240_000

const t = await openTestServer()
afterAll(t.close)

it('a payout of what stayed of a late cancellation is booked in a restored database that has not released it', {
  timeout: LIMIT_MS,
}, async () => {
  const money = earningCaller(t)
  const operator = operatorCommands(t)
  const [fan, ivy] = [await t.fan('fan'), await t.influencer('ivy')]
  await money.verify(ivy)
  const form = new FormData()
  form.set('main_session[money_back]', 'strict')
  await t.call(ivy, `PATCH /api/influencer/${ivy.username}/`, form)
  const inHours = (hours: number) =>
    new Date(t.clock.now().getTime() + hours * HOUR_SECONDS * 1000).toISOString()
  const request = await t.bookAndPay(fan, ivy, { timeRange: { start: inHours(30), end: inHours(31) } })
  await t.advance(2 * HOUR_SECONDS)
  const path = `POST /api/influencer/parley_requests/${request.id}/cancel/` as const
  expect((await t.call(fan, path, { expect: '12.50' })).status).toBe(200)
  await t.server.doDueWork()
  const backup = await operator.backUp()
  await t.advance(RELEASE_SECONDS)
  await t.advance(PAYOUT_SECONDS)
  expect((await money.earnings(ivy)).paid_out).toBe('11.25')
  const restored = await operator.restore(backup)
  try {
    expect(await operator.reconcile(restored.connectionString, '--apply')).toMatchObject({
      ...{ ok: true, code: 0, listed: [] },
    })
    const { rows } = await restored.pool.query('select status from payouts where request_id = $1', [
      request.id,
    ])
    expect(rows).toEqual([{ status: 'paid' }])
  } finally {
    await restored.close()
  }
})
