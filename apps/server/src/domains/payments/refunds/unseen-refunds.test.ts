import { DAY_SECONDS, HOUR_SECONDS } from '@parley/contract'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { earningCaller, PAYOUT_SECONDS, RELEASE_SECONDS } from '../../../testing/earning.ts'
import { operatorCommands } from '../../../testing/operator-commands.ts'
import { openTestServer, type TestPerson } from '../../../testing/test-server.ts'

const LIMIT_MS = 120_000
/** The published card whose bank sends refunds back. */
const CLOSED_CARD = '4000000000005126'
/** The published card whose refunds succeed some time later. */
const SLOW_REFUNDS = '4000000000007726'
const SETTLED_AT_ONCE = '4000000000000077'

const t = await openTestServer({ connections: 12 })
afterAll(t.close)
const earner = earningCaller(t)
const operator = operatorCommands(t)
const stripe = await earner.stripe()
const ivy = await t.influencer('ivy')
beforeEach(() => t.sandbox.faults.clear())

async function paid(name: string, card?: string) {
  const fan = await t.fan(name)
  const { body: request } = await t.book(fan, ivy)
  await t.confirm((await t.pay(fan, request)).body, card)
  await t.server.doDueWork()
  return { fan, request, intent: await earner.intentOf(request) }
}
const reject = (request: { id: string }) =>
  t.call(ivy, `POST /api/influencer/requests/${request.id}/reject/`, {})
const paymentOf = async (fan: TestPerson, { slug }: { slug: string }) => (await t.request(fan, slug)).payment
async function refundsOf(payment_intent: string) {
  const { data } = await stripe.refunds.list({ payment_intent })
  return data.map(({ amount, status }) => `${amount} ${status}`).sort()
}
async function expectAgreement(): Promise<void> {
  expect(await operator.reconcile(operator.ownUrl, '--apply')).toMatchObject({ ok: true, listed: [] })
  await t.server.doDueWork()
  expect(await operator.reconcile(operator.ownUrl)).toMatchObject({ ok: true, code: 0 })
  expect(await t.breaches()).toEqual([])
}
/** The provider's events about refunds are lost from now on. */
const loseEvents = () =>
  t.sandbox.faults.webhooks.add({
    ...{ action: 'drop', times: 1_000 },
    types: ['refund.created', 'refund.updated', 'refund.failed', 'charge.refunded', 'charge.refund.updated'],
  })

it('a refund by hand that nobody saw and that the bank sends back leaves ours as the one that is owed', {
  timeout: LIMIT_MS,
}, async () => {
  const { fan, request, intent } = await paid('by-hand', CLOSED_CARD)
  loseEvents()
  await stripe.refunds.create({ payment_intent: intent, amount: 2500 })
  await reject(request)
  await t.server.doDueWork()
  await t.advance(600)
  await t.advance(600)
  await t.advance(600)
  expect(await refundsOf(intent)).toEqual(['2500 failed', '2500 failed'])
  await expectAgreement()
  expect(await paymentOf(fan, request)).toMatchObject({ status: 'refund_failed', returned_amount: '25.00' })
})

it('of a part by hand that is seen late only the rest goes back from us', { timeout: LIMIT_MS }, async () => {
  const { fan, request, intent } = await paid('part-by-hand')
  t.sandbox.faults.webhooks.hold()
  await stripe.refunds.create({ payment_intent: intent, amount: 1000 })
  await reject(request)
  await t.server.doDueWork()
  await t.advance(600)
  expect(await refundsOf(intent)).toEqual(['1000 succeeded'])
  t.sandbox.faults.clear()
  await t.server.doDueWork()
  expect(await refundsOf(intent)).toEqual(['1000 succeeded', '1500 succeeded'])
  expect(await paymentOf(fan, request)).toMatchObject({ status: 'refunded', refunded_amount: '25.00' })
  await expectAgreement()
})

const giveBack = (request: { id: string }, amount: string) =>
  t.call(ivy, `POST /api/influencer/requests/${request.id}/give-back/`, { amount, uuid: crypto.randomUUID() })

it('a refund by hand of the same sum at the same moment counts beside ours', {
  timeout: LIMIT_MS,
}, async () => {
  const { fan, request, intent } = await paid('same-moment')
  // Ours is made, and neither an answer nor an event says so.
  loseEvents()
  t.sandbox.faults.add({ action: 'drop', method: 'POST', path: '/v1/refunds', times: 3 })
  expect((await giveBack(request, '5.00')).status).toBe(200)
  await t.server.doDueWork()
  expect(await refundsOf(intent)).toEqual(['500 succeeded'])
  t.sandbox.faults.clear()
  await stripe.refunds.create({ payment_intent: intent, amount: 500 })
  await t.server.doDueWork()
  await t.advance(600)
  expect(await refundsOf(intent)).toEqual(['500 succeeded', '500 succeeded'])
  await expectAgreement()
  expect(await paymentOf(fan, request)).toMatchObject({ status: 'partly_refunded', refunded_amount: '10.00' })
})

it('a refund by hand of a sum that we could not send yet, and that takes days, is not made once more', {
  timeout: LIMIT_MS,
}, async () => {
  const { fan, request, intent } = await paid('takes-days', SLOW_REFUNDS)
  t.sandbox.faults.add({ action: 'fail', status: 503, method: 'POST', path: '/v1/refunds', times: 3 })
  expect((await giveBack(request, '5.00')).status).toBe(200)
  await t.server.doDueWork()
  await stripe.refunds.create({ payment_intent: intent, amount: 500 })
  await t.server.doDueWork()
  expect(await refundsOf(intent)).toEqual(['500 pending'])
  await t.advance(30)
  await t.advance(600)
  expect(await refundsOf(intent)).toEqual(['500 succeeded'])
  expect(await paymentOf(fan, request)).toMatchObject({ status: 'partly_refunded', refunded_amount: '5.00' })
  await expectAgreement()
})

/** A fan whose rejected request waits for a transfer to their own account, because the card was refused. */
async function toAccount(name: string, card?: string) {
  const sold = await paid(name, card)
  await earner.verify(sold.fan)
  const refused = { status: 400, code: 'charge_not_refundable', times: 1 }
  t.sandbox.faults.add({ action: 'fail', method: 'POST', path: '/v1/refunds', ...refused })
  await reject(sold.request)
  await t.server.doDueWork()
  const way = `POST /api/influencer/parley_requests/${sold.request.id}/refund-again/` as const
  return { ...sold, again: () => t.call(sold.fan, way, { to: 'account' }) }
}
async function transfersOf(fan: TestPerson) {
  const { data } = await stripe.transfers.list({ destination: await earner.accountOf(fan) })
  return data
}

it('a refund by hand that takes days, of what waits for a transfer to an account, is not transferred too', {
  timeout: LIMIT_MS,
}, async () => {
  const { fan, request, intent, again } = await toAccount('account-days', SLOW_REFUNDS)
  t.sandbox.faults.add({ action: 'fail', status: 503, method: 'POST', path: '/v1/transfers', times: 3 })
  expect((await again()).status).toBe(200)
  await t.server.doDueWork()
  await stripe.refunds.create({ payment_intent: intent, amount: 2500 })
  await t.server.doDueWork()
  expect(await refundsOf(intent)).toEqual(['2500 pending'])
  await t.advance(30)
  await t.advance(600)
  expect([await transfersOf(fan), await refundsOf(intent)]).toEqual([[], ['2500 succeeded']])
  expect(await paymentOf(fan, request)).toMatchObject({ status: 'refunded', refund_to: 'card' })
  await expectAgreement()
})

it('of a refund by hand and a transfer to an account at the same moment both are known, and one is listed', {
  timeout: LIMIT_MS,
}, async () => {
  const { fan, request, intent, again } = await toAccount('account-beside')
  t.sandbox.faults.webhooks.add({ action: 'drop', times: 50, types: ['transfer.created'] })
  t.sandbox.faults.add({ action: 'drop', method: 'POST', path: '/v1/transfers', times: 3 })
  expect((await again()).status).toBe(200)
  await t.server.doDueWork()
  const [sent] = await transfersOf(fan)
  expect(sent).toMatchObject({ amount: 2500 })
  await stripe.refunds.create({ payment_intent: intent, amount: 2500 })
  await t.server.doDueWork()
  await operator.reconcile(operator.ownUrl, '--apply')
  await t.server.doDueWork()
  const listed = await operator.reconcile(operator.ownUrl, '--apply')
  expect(listed).toMatchObject({ ok: false, code: 1, missing: [{ kind: 'refund' }] })
  expect(JSON.stringify(listed)).toContain('more than is left of the sale')
  expect(await paymentOf(fan, request)).toMatchObject({ status: 'refunded', refund_to: 'account' })
  await stripe.transfers.createReversal(sent?.id ?? '')
  await t.server.doDueWork()
  await expectAgreement()
  expect(await paymentOf(fan, request)).toMatchObject({
    ...{ status: 'refunded', returned_amount: '0.00', refund_to: 'card' },
  })
})

it('what is given back of a released sale during an unseen dispute that is lost is owed once', {
  timeout: LIMIT_MS,
}, async () => {
  await earner.verify(ivy)
  const fan = await t.fan('gifted')
  const request = await earner.served(fan, ivy, SETTLED_AT_ONCE)
  await t.advance(RELEASE_SECONDS)
  const intent = await earner.intentOf(request)
  t.sandbox.faults.webhooks.hold()
  const dispute = t.sandbox.faults.openDispute(intent)
  const path = `POST /api/influencer/requests/${request.id}/give-back/` as const
  expect((await t.call(ivy, path, { amount: '10.00', uuid: crypto.randomUUID() })).status).toBe(200)
  await t.server.doDueWork()
  await t.advance(600)
  t.sandbox.faults.closeDispute(dispute, 'lost')
  await t.server.doDueWork()
  t.sandbox.faults.clear()
  await t.server.doDueWork()
  await t.advance(PAYOUT_SECONDS)
  await t.advance(HOUR_SECONDS)
  await t.advance(DAY_SECONDS)
  expect(await refundsOf(intent)).toEqual([])
  expect(await paymentOf(fan, request)).toMatchObject({
    status: 'charged_back',
    charged_back_amount: '25.00',
  })
  expect(await earner.earnings(ivy)).toMatchObject({ debt: '0.00', payable: '0.00', paid_out: '0.00' })
  await expectAgreement()
})

it('a refund to an account that its buyer has closed is owed again, and goes to another one', {
  timeout: LIMIT_MS,
}, async () => {
  const { fan, request } = await paid('closes', CLOSED_CARD)
  await reject(request)
  await t.server.doDueWork()
  await t.advance(600)
  await earner.verify(fan)
  const account = await earner.accountOf(fan)
  t.sandbox.faults.webhooks.hold()
  t.sandbox.faults.closeAccount(account)
  const path = `POST /api/influencer/parley_requests/${request.id}/refund-again/` as const
  expect((await t.call(fan, path, { to: 'account' })).status).toBe(200)
  await t.server.doDueWork()
  expect(await paymentOf(fan, request)).toMatchObject({ status: 'refund_failed', returned_amount: '25.00' })
  t.sandbox.faults.clear()
  await t.server.doDueWork()
  expect((await t.call(fan, path, { to: 'account' })).status).toBe(409)
  await earner.verify(fan)
  expect((await t.call(fan, path, { to: 'account' })).status).toBe(200)
  await t.server.doDueWork()
  expect(await paymentOf(fan, request)).toMatchObject({ status: 'refunded', returned_amount: '0.00' })
  const { data } = await stripe.transfers.list({ destination: await earner.accountOf(fan) })
  expect(data.map(({ amount }) => amount)).toEqual([2500])
  await expectAgreement()
})

it.each([
  ['a part', 1000, 'partly_refunded'],
  ['all', 2500, 'refunded'],
])(
  'a refund by hand of %s of a payment that nobody has seen yet is one of a paid sale',
  {
    timeout: LIMIT_MS,
  },
  async (_what, amount, status) => {
    const fan = await t.fan(`unseen-${amount}`)
    const { body: request } = await t.book(fan, ivy)
    const { body: paying } = await t.pay(fan, request)
    await t.server.doDueWork()
    const types = ['payment_intent.succeeded', 'charge.succeeded', 'charge.updated', 'charge.refunded']
    t.sandbox.faults.webhooks.add({ action: 'drop', times: 1_000, types })
    await t.confirm(paying)
    await stripe.refunds.create({ payment_intent: paying.payment_intent ?? '', amount })
    await t.server.doDueWork()
    const seen = await paymentOf(fan, request)
    await t.call(fan, 'POST /api/parley/parley_request/payment-intent/', {
      paymentIntentId: paying.payment_intent,
    })
    await t.server.doDueWork()
    const refunded_amount = `${amount / 100}.00`
    expect(await paymentOf(fan, request)).toMatchObject({ status, refunded_amount })
    expect(seen).toMatchObject({ status, stripe_intent_confirmed: true, refunded_amount })
    await expectAgreement()
  },
)
