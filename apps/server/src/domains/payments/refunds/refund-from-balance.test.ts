import { DAY_SECONDS } from '@parley/contract'
import { afterAll, expect, it } from 'vitest'
import { earningCaller, PAYOUT_SECONDS, RELEASE_SECONDS } from '../../../testing/earning.ts'
import { openTestServer } from '../../../testing/test-server.ts'

/** The published card whose bank sends refunds back. */
const CLOSED_CARD = '4000000000005126'

const t = await openTestServer()
afterAll(t.close)
const earner = earningCaller(t)

it('a returned refund goes to an account also where the influencer was paid from the same charge', async () => {
  const [fan, ida] = [await t.fan('after-payout'), await t.influencer('ida')]
  await earner.verify(ida)
  const sold = await earner.served(fan, ida, CLOSED_CARD)
  await t.advance(RELEASE_SECONDS)
  await t.advance(PAYOUT_SECONDS)
  // Her next earnings cover what does not come back from her account.
  await earner.served(await t.fan('next'), ida)
  await t.advance(RELEASE_SECONDS)
  const path = '/v1/transfers/*/reversals'
  t.sandbox.faults.add({ action: 'fail', method: 'POST', path, status: 400, times: 5 })
  const back = { amount: '25.00', uuid: crypto.randomUUID() }
  expect((await t.call(ida, `POST /api/influencer/requests/${sold.id}/give-back/`, back)).status).toBe(200)
  for (let step = 0; step < 4; step++) await t.advance(10)
  t.sandbox.faults.clear()
  expect((await t.request(fan, sold.slug)).payment.status).toBe('refund_failed')
  await earner.verify(fan)
  const way = `POST /api/influencer/parley_requests/${sold.id}/refund-again/` as const
  expect((await t.call(fan, way, { to: 'account' })).status).toBe(200)
  // The platform's money has to settle first.
  await t.advance(3 * DAY_SECONDS)
  expect((await t.request(fan, sold.slug)).payment).toMatchObject({
    ...{ status: 'refunded', returned_amount: '0.00', refund_to: 'account' },
  })
  const stripe = await earner.stripe()
  const { data } = await stripe.transfers.list({ destination: await earner.accountOf(fan) })
  expect(data.map(({ amount }) => amount)).toEqual([2500])
  expect(await t.breaches()).toEqual([])
})
