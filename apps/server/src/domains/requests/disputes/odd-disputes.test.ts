import { messages, type Page, type SessionRequest } from '@parley/contract'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { TEST_PASSWORD } from '../../../testing/api-caller.ts'
import { earningCaller, PAYOUT_SECONDS, RELEASE_SECONDS } from '../../../testing/earning.ts'
import { openTestServer, type TestPerson } from '../../../testing/test-server.ts'
import { applyDispute } from '../money/apply-dispute.ts'
import { beginCall } from '../public.ts'
import { answersDiffer, bankTakes, bankTakesAgain } from '../testing/bank-takes.ts'

const t = await openTestServer()
afterAll(t.close)
const money = earningCaller(t)
const stripe = await money.stripe()
/** The published card whose bank sends refunds back. */
const CLOSED_CARD = '4000000000005126'
const { faults } = t.sandbox
const fan = await t.fan('fred')
const ivy = await t.influencer('ivy')
afterEach(() => {
  vi.restoreAllMocks()
  faults.clear()
})

async function lost(request: SessionRequest): Promise<SessionRequest> {
  const id = faults.openDispute(await money.intentOf(request))
  await t.server.doDueWork()
  faults.closeDispute(id, 'lost')
  await t.server.doDueWork()
  return t.request(fan, request.slug)
}
async function mailsOf({ username }: TestPerson): Promise<string> {
  const path = `GET /sandbox/mail/?as=json&to=${username}@example.org` as const
  return (await t.call<Page<{ text: string }>>(null, path)).body.results.map(({ text }) => text).join('\n')
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

test('what the bank takes only some time after it decided for the buyer is taken from the sale', async () => {
  const nora = await t.influencer('nina')
  const sales = [await t.bookAndPay(fan, nora), await money.served(fan, nora)]
  for (const sold of sales) {
    bankTakes(0)
    const id = faults.openDispute(await money.intentOf(sold))
    await t.server.doDueWork()
    await outcome(id, 'lost')
    vi.restoreAllMocks()
    for (let time = 0; time < 2; time++) await applyDispute(t.server.domains.requests, id)
    expect((await t.request(fan, sold.slug)).payment).toMatchObject({
      ...{ status: 'charged_back', refunded_amount: '0.00', charged_back_amount: '25.00' },
    })
    expect(await breaches()).toEqual([])
    await t.server.doDueWork()
    const mails = await mailsOf(nora)
    expect(mails).not.toContain('£0.00')
    expect(mails.match(/money of this sale went back/g)).toHaveLength(sales.indexOf(sold) + 1)
  }
  expect(await mailsOf(nora)).toContain('It has taken no money of it yet.')
  expect((await money.earnings(nora)).held).toBe('0.00')
})

test('a sale whose dispute was won and that the bank takes again later is its influencer’s no more', async () => {
  const nora = await t.influencer('nicky')
  const sold = await money.served(fan, nora)
  const id = faults.openDispute(await money.intentOf(sold))
  await t.server.doDueWork()
  await outcome(id, 'won')
  expect(await money.earnings(nora)).toMatchObject({ held: '22.50' })
  // The provider says so before it shows the money.
  answersDiffer(() => ({ status: 'lost' }))
  await applyDispute(t.server.domains.requests, id)
  expect((await t.request(fan, sold.slug)).payment).toMatchObject({
    ...{ status: 'paid', charged_back_amount: '0.00' },
  })
  vi.restoreAllMocks()
  bankTakesAgain()
  for (let time = 0; time < 2; time++) await applyDispute(t.server.domains.requests, id)
  expect((await t.request(fan, sold.slug)).payment).toMatchObject({
    ...{ status: 'charged_back', charged_back_amount: '25.00' },
  })
  expect(await money.earnings(nora)).toMatchObject({ held: '0.00', upcoming: [] })
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
    ...{ status: 'charged_back', refunded_amount: '15.00', charged_back_amount: '10.00' },
  })
  expect(await breaches()).toEqual([])
})

/** Refunds that cannot reach the provider. */
const noRefunds = () =>
  faults.add({ action: 'fail', method: 'POST', path: '/v1/refunds', status: 500, times: 100 })
const refundsOf = async ({ id }: SessionRequest) =>
  (
    await t.server.database.pool.query<{ pence: number; status: string }>(
      'select amount_pence as pence, status from refunds where request_id = $1 order by id',
      [id],
    )
  ).rows.map(({ pence, status }) => [pence, status])
const giveBack = (from: TestPerson, { id }: SessionRequest, amount: string) =>
  t.call(from, `POST /api/influencer/requests/${id}/give-back/`, { amount, uuid: crypto.randomUUID() })
const again = ({ id }: SessionRequest, to: 'card' | 'account') =>
  t.call(fan, `POST /api/influencer/parley_requests/${id}/refund-again/`, { to })
async function outcome(disputeId: string, is: 'won' | 'lost'): Promise<void> {
  faults.closeDispute(disputeId, is)
  await t.server.doDueWork()
}

test('a part that the bank takes of one refund that was on its way is not sent by us as well', async () => {
  const request = await t.bookAndPay(fan, ivy)
  noRefunds()
  await t.call(ivy, `POST /api/influencer/requests/${request.id}/reject/`, {})
  await t.server.doDueWork()
  bankTakes(1_000)
  const id = faults.openDispute(await money.intentOf(request))
  await t.server.doDueWork()
  faults.clear()
  await outcome(id, 'lost')
  expect((await t.request(fan, request.slug)).payment).toMatchObject({
    ...{ status: 'charged_back', refunded_amount: '15.00' },
  })
  const sums = await refundsOf(request)
  expect(sums.filter(([, status]) => status === 'covered')).toEqual([[1_000, 'covered']])
  expect(sums.filter(([pence]) => pence === 1_500)).toHaveLength(1)
  expect(await breaches()).toEqual([])
})

test('what is left after a bank took a part, and cannot go to the card, goes to an account of the buyer', async () => {
  bankTakes(1_000)
  // The provider refunds nothing of a charge that was charged back.
  const request = await lost(await t.bookAndPay(fan, ivy))
  expect(request.payment).toMatchObject({ status: 'charged_back', returned_amount: '15.00' })
  const leave = await t.call<{ detail: string }>(fan, 'DELETE /api/user/me/', { password: TEST_PASSWORD })
  expect(leave.body.detail).toContain(messages.deleteAfterReturnedRefund)
  await money.verify(fan)
  vi.restoreAllMocks()
  const answers = await Promise.all(Array.from({ length: 3 }, () => again(request, 'account')))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  await t.server.doDueWork()
  expect((await t.request(fan, request.slug)).payment).toMatchObject({
    ...{ status: 'charged_back', refunded_amount: '15.00', returned_amount: '0.00', refund_to: 'account' },
  })
  const { data } = await stripe.transfers.list({ destination: await money.accountOf(fan) })
  expect(data.map(({ amount }) => amount)).toEqual([1_500])
  expect(await breaches()).toEqual([])
})

test('a refund that comes back after the bank took the whole price is not paid a second time', async () => {
  const nora = await t.influencer('norma')
  const request = await money.served(fan, nora, CLOSED_CARD)
  expect((await giveBack(nora, request, '5.00')).status).toBe(200)
  await t.server.doDueWork()
  bankTakes(2_500)
  const id = faults.openDispute(await money.intentOf(request))
  await outcome(id, 'lost')
  expect((await t.request(fan, request.slug)).payment.refunded_amount).toBe('5.00')
  await t.advance(10)
  await t.server.doDueWork()
  expect(await refundsOf(request)).toEqual([[500, 'covered']])
  expect((await t.request(fan, request.slug)).payment).toMatchObject({
    ...{ status: 'charged_back', refunded_amount: '0.00', returned_amount: '0.00' },
  })
  expect((await again(request, 'card')).status).toBe(409)
  expect(await breaches()).toEqual([])
})

test('a refund whose answer was lost before the dispute is not paid by what the bank takes', async () => {
  const nora = await t.influencer('nadia')
  const request = await money.served(fan, nora)
  faults.webhooks.add({
    action: 'drop',
    times: 50,
    types: ['refund.created', 'refund.updated', 'charge.refunded'],
  })
  faults.add({ action: 'failAfter', method: 'POST', path: '/v1/refunds', replay: 'error', times: 100 })
  faults.add({ action: 'fail', method: 'GET', path: '/v1/refunds', status: 500, skip: 1, times: 100 })
  expect((await giveBack(nora, request, '5.00')).status).toBe(200)
  await t.server.doDueWork()
  expect(await refundsOf(request)).toEqual([[500, 'pending']])
  const id = faults.openDispute(await money.intentOf(request))
  await t.server.doDueWork()
  faults.clear()
  await t.advance(600)
  await outcome(id, 'lost')
  expect(await refundsOf(request)).toEqual([[500, 'succeeded']])
  expect((await t.request(fan, request.slug)).payment.refunded_amount).toBe('5.00')
  expect((await money.earnings(nora)).held).toBe('0.00')
  expect(await breaches()).toEqual([])
})

test('of a call that was used for the most part a bank that takes a pound gives its buyer only the unused part back', async () => {
  const nora = await t.influencer('nelly')
  const request = await t.bookAndPay(fan, nora)
  const { pool } = t.server.database
  await beginCall(t.server.domains.requests, request.id)
  await pool.query('insert into call_rooms (id) values ($1)', [request.id])
  const usedUntil = new Date(t.clock.now().getTime() + (request.duration - 60) * 1000)
  await pool.query(
    `insert into live_intervals (id, room_id, epoch, started_at, proven_until, ended_at)
     values (gen_random_uuid(), $1, 1, $2, $3, $3)`,
    [request.id, t.clock.now(), usedUntil],
  )
  await t.advance(request.duration)
  bankTakes(100)
  const unused = Math.ceil((2_500 * 60) / request.duration)
  expect(await lost(request)).toMatchObject({
    ...{ state: 'completed', outcome: 'charged_back' },
    payment: { status: 'charged_back', refunded_amount: (unused / 100).toFixed(2) },
  })
  const left = 2_400 - unused
  expect((await money.earnings(nora)).held).toBe(((left - Math.floor(left / 10)) / 100).toFixed(2))
  expect(await breaches()).toEqual([])
})

test('while the rest of a served call is not paid out that a bank took a part of, its influencer cannot leave', async () => {
  const nora = await t.influencer('nora')
  bankTakes(1_000)
  expect(await lost(await money.served(fan, nora))).toMatchObject({
    ...{ state: 'completed', outcome: 'charged_back' },
    payment: { status: 'charged_back', refunded_amount: '0.00' },
  })
  const mails = await fetch(`${t.origin}/sandbox/mail/?as=json&to=nora@example.org`)
  const { results } = (await mails.json()) as { results: { text: string }[] }
  expect(results[0]?.text).toContain('£10.00 of this sale went back to them')
  vi.restoreAllMocks()
  const leave = () => t.call<{ detail: string }>(nora, 'DELETE /api/user/me/', { password: TEST_PASSWORD })
  expect(await leave()).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining(messages.deleteAfterRelease) },
  })
  expect(await money.earnings(nora)).toMatchObject({
    ...{ held: '13.50', payable: '0.00' },
    upcoming: [{ amount: '13.50', reason: { code: 'release' } }],
  })
  await t.advance(RELEASE_SECONDS)
  await t.call(nora, 'GET /api/user/me/')
  expect((await leave()).status).toBe(409)
  expect((await money.earnings(nora)).payable).toBe('13.50')
  expect(await breaches()).toEqual([])
})

/** A whole sale that was given back after its share was paid out and spent. */
async function unearnedGift(nora: Awaited<ReturnType<typeof t.influencer>>): Promise<SessionRequest> {
  await money.verify(nora)
  const request = await money.served(fan, nora)
  await t.advance(RELEASE_SECONDS)
  await t.advance(PAYOUT_SECONDS)
  await t.server.doDueWork()
  faults.add({
    ...{ action: 'fail', method: 'POST', path: '/v1/transfers/*/reversals' },
    ...{ status: 400, code: 'balance_insufficient', times: 50 },
  })
  expect((await giveBack(nora, request, '25.00')).status).toBe(200)
  await t.server.doDueWork()
  return request
}

test('what a bank leaves of a gift that its influencer has not earned waits for their earnings', async () => {
  const nora = await t.influencer('norah')
  const request = await unearnedGift(nora)
  expect((await money.earnings(nora)).debt).toBe('22.50')
  bankTakes(1_000)
  await lost(request)
  vi.restoreAllMocks()
  faults.clear()
  const rest = async () => (await refundsOf(request)).filter(([pence]) => pence === 1_500)
  expect(await rest()).toEqual([[1_500, 'pending']])
  // Another sale of theirs pays for it.
  await money.served(fan, nora)
  await t.advance(RELEASE_SECONDS)
  await t.advance(3_600)
  await t.server.doDueWork()
  // The card was charged back, so its buyer names an account.
  expect(await rest()).toEqual([[1_500, 'failed']])
  expect((await t.audit()).ok).toBe(true)
})

test('a gift that waits for earnings is checked once an hour, also after a dispute about it has ended', async () => {
  const nora = await t.influencer('nora-once')
  const request = await unearnedGift(nora)
  const checks = async () =>
    (
      await t.server.database.pool.query(
        "select id from outbox where topic = 'payments.refund' and done_at is null",
      )
    ).rowCount
  expect(await checks()).toBe(1)
  await t.advance(600)
  await outcome(faults.openDispute(await money.intentOf(request)), 'won')
  expect(await checks()).toBe(1)
  for (let hour = 0; hour < 3; hour++) {
    await t.advance(3_600)
    expect(await checks()).toBe(1)
  }
  // The first sale that pays for it lets it go out, and ends the checks.
  faults.clear()
  await money.served(fan, nora)
  await t.advance(RELEASE_SECONDS)
  await t.advance(3_600)
  expect(await refundsOf(request)).toEqual([[2_500, 'succeeded']])
  expect(await checks()).toBe(0)
})
