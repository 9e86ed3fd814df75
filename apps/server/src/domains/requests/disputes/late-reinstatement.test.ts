import type Stripe from 'stripe'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { earningCaller } from '../../../testing/earning.ts'
import { operatorCommands } from '../../../testing/operator-commands.ts'
import { openTestServer } from '../../../testing/test-server.ts'

const REINSTATED = 'charge.dispute.funds_reinstated'

const t = await openTestServer()
afterAll(t.close)
const money = earningCaller(t)
const stripe = await money.stripe()
const operator = operatorCommands(t)
const { faults } = t.sandbox
afterEach(() => {
  vi.restoreAllMocks()
  faults.clear()
})

/** The provider says that a dispute is won, and shows its money only later; the sandbox does both at once. */
function moneyIsLate(): void {
  const { fetch: really } = globalThis
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const answer = await really(input, init)
    if (init?.method !== 'GET' || !/\/v1\/disputes\/\w+/.test(String(input))) return answer
    const dispute = (await answer.json()) as Stripe.Dispute
    const taken = dispute.balance_transactions.filter(({ amount }) => amount < 0)
    return Response.json({ ...dispute, balance_transactions: taken })
  })
}

it('a refund that waited for a dispute goes out when its money is back, some time after it was won', async () => {
  const fan = await t.fan('fred')
  const ivy = await t.influencer('ivy')
  const request = await t.bookAndPay(fan, ivy)
  const intent = await money.intentOf(request)
  const id = faults.openDispute(intent)
  await t.server.doDueWork()
  expect((await t.call(ivy, `POST /api/influencer/requests/${request.id}/reject/`, {})).status).toBe(200)
  await t.server.doDueWork()
  const refunded = async () =>
    (await stripe.refunds.list({ payment_intent: intent })).data.map(({ amount }) => amount)
  faults.webhooks.add({ action: 'drop', types: [REINSTATED] })
  moneyIsLate()
  faults.closeDispute(id, 'won')
  await t.server.doDueWork()
  expect(await refunded()).toEqual([])
  vi.restoreAllMocks()
  const { data } = await stripe.events.list({ type: REINSTATED })
  faults.webhooks.resend(data[0]?.id ?? '')
  await t.server.doDueWork()
  expect(await refunded()).toEqual([2500])
  expect((await t.request(fan, request.slug)).payment).toMatchObject({ status: 'refunded' })
  expect(await t.breaches()).toEqual([])
  expect(await operator.reconcile(operator.ownUrl)).toMatchObject({ ok: true })
})
