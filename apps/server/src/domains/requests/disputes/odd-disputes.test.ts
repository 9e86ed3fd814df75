import { messages, type SessionRequest } from '@parley/contract'
import type Stripe from 'stripe'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { TEST_PASSWORD } from '../../../testing/api-caller.ts'
import { earningCaller, RELEASE_SECONDS } from '../../../testing/earning.ts'
import { openTestServer } from '../../../testing/test-server.ts'

const t = await openTestServer()
afterAll(t.close)
const money = earningCaller(t)
const { faults } = t.sandbox
const fan = await t.fan('fred')
const ivy = await t.influencer('ivy')
afterEach(() => {
  vi.restoreAllMocks()
  faults.clear()
})

/** The bank takes another sum than the whole charge, which the sandbox never does: the provider's answers say so. */
function bankTakes(pence: number): void {
  const { fetch: really } = globalThis
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const answer = await really(input, init)
    if (init?.method !== 'GET' || !/\/v1\/disputes\/\w+/.test(String(input))) return answer
    const dispute = (await answer.json()) as Stripe.Dispute
    const [taken] = dispute.balance_transactions
    const transactions = taken && pence > 0 ? [{ ...taken, amount: -pence }] : []
    return Response.json({ ...dispute, amount: pence, balance_transactions: transactions })
  })
}

async function lost(request: SessionRequest): Promise<SessionRequest> {
  const id = faults.openDispute(await money.intentOf(request))
  await t.server.doDueWork()
  faults.closeDispute(id, 'lost')
  await t.server.doDueWork()
  return t.request(fan, request.slug)
}
async function breaches() {
  return (await t.breaches()).map(({ name }) => name)
}

test('a bank that decides for the buyer and takes nothing ends the call, and all of it comes back from us', async () => {
  bankTakes(0)
  expect(await lost(await t.bookAndPay(fan, ivy))).toMatchObject({
    state: 'cancelled',
    outcome: 'charged_back',
    payment: { status: 'charged_back', refunded_amount: '25.00' },
  })
  expect(await breaches()).toEqual([])
})

test('of a bank that takes a part, the rest comes back from us', async () => {
  bankTakes(1_000)
  expect((await lost(await t.bookAndPay(fan, ivy))).payment).toMatchObject({
    status: 'charged_back',
    refunded_amount: '15.00',
  })
  expect(await breaches()).toEqual([])
})

test('a part that the bank takes comes first from what was on its way back, and then from the sale', async () => {
  const request = await t.bookAndPay(fan, ivy)
  faults.add({ action: 'fail', method: 'POST', path: '/v1/refunds', status: 500, times: 100 })
  const given = await t.call(ivy, `POST /api/influencer/requests/${request.id}/give-back/`, {
    ...{ amount: '5.00', uuid: crypto.randomUUID() },
  })
  expect(given.status).toBe(200)
  await t.server.doDueWork()
  bankTakes(1_000)
  const id = faults.openDispute(await money.intentOf(request))
  await t.server.doDueWork()
  faults.clear()
  faults.closeDispute(id, 'lost')
  await t.server.doDueWork()
  expect((await t.request(fan, request.slug)).payment).toMatchObject({
    status: 'charged_back',
    refunded_amount: '15.00',
  })
  expect(await breaches()).toEqual([])
})

test('while the rest of a served call is not paid out that a bank took a part of, its influencer cannot leave', async () => {
  const nora = await t.influencer('nora')
  bankTakes(1_000)
  expect(await lost(await money.served(fan, nora))).toMatchObject({
    ...{ state: 'completed', outcome: 'charged_back' },
    payment: { status: 'charged_back', refunded_amount: '0.00' },
  })
  vi.restoreAllMocks()
  const leave = () => t.call<{ detail: string }>(nora, 'DELETE /api/user/me/', { password: TEST_PASSWORD })
  expect(await leave()).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining(messages.deleteAfterRelease) },
  })
  await t.advance(RELEASE_SECONDS)
  await t.call(nora, 'GET /api/user/me/')
  expect((await leave()).status).toBe(409)
  expect((await money.earnings(nora)).payable).toBe('13.50')
  expect(await breaches()).toEqual([])
})
