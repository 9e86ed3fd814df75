import type { SessionRequest } from '@parley/contract'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { earningCaller, PAYOUT_SECONDS, RELEASE_SECONDS } from '../../../testing/earning.ts'
import { operatorCommands } from '../../../testing/operator-commands.ts'
import { openTestServer } from '../../../testing/test-server.ts'

const DISPUTED_AT_ONCE = '4000000000000259'

const t = await openTestServer()
afterAll(t.close)
const money = earningCaller(t)
const stripe = await money.stripe()
const { faults } = t.sandbox
afterEach(async () => {
  faults.clear()
  await t.server.doDueWork()
  expect(await t.breaches()).toEqual([])
  // The books and the provider agree on every penny in its balance.
  const { available, pending } = await stripe.balance.retrieve()
  const atProvider = [...available, ...pending].reduce((sum, fund) => sum + fund.amount, 0)
  expect((await t.audit()).balances.psp_clearing).toBe(atProvider)
})

const fan = await t.fan('fred')
let count = 0
const influencer = () => t.influencer(`ivy${++count}`)
const balances = async () => (await t.audit()).balances
const payment = async ({ slug }: SessionRequest) => (await t.request(fan, slug)).payment.status

async function dispute(request: SessionRequest): Promise<string> {
  const id = faults.openDispute(await money.intentOf(request))
  await t.server.doDueWork()
  return id
}
async function close(id: string, outcome: 'won' | 'lost'): Promise<void> {
  faults.closeDispute(id, outcome)
  await t.server.doDueWork()
}

describe('a dispute', () => {
  it('stops the call at once and, when it is won, leaves everything as it was but the bank’s fee', async () => {
    const ivy = await influencer()
    const request = await t.bookAndPay(fan, ivy)
    const before = await balances()
    const id = await dispute(request)
    expect(await payment(request)).toBe('disputed')
    const start = await t.call(fan, `POST /api/influencer/parley_requests/${request.id}/session/`)
    expect(start.status).toBe(402)
    expect((await balances()).dispute_transit).toBe(2500)
    await close(id, 'won')
    expect(await payment(request)).toBe('paid')
    const after = await balances()
    expect([after.dispute_transit, after.held]).toEqual([0, before.held])
    expect((after.psp_fees ?? 0) - (before.psp_fees ?? 0)).toBe(2000)
  })

  it('about a sale that was given back wholly takes nothing, and both books agree about that', async () => {
    const ivy = await influencer()
    const request = await money.served(fan, ivy)
    const all = { amount: '25.00', uuid: crypto.randomUUID() }
    const path = `POST /api/influencer/requests/${request.id}/give-back/` as const
    expect((await t.call(ivy, path, all)).status).toBe(200)
    await t.server.doDueWork()
    await close(await dispute(request), 'won')
    const operator = operatorCommands(t)
    const { ok, unexpected } = await operator.reconcile(operator.ownUrl)
    expect([ok, unexpected]).toEqual([true, []])
  })

  it('follows at once on the published card that brings it', async () => {
    const ivy = await influencer()
    const { body: request } = await t.book(fan, ivy)
    await t.confirm((await t.pay(fan, request)).body, DISPUTED_AT_ONCE)
    await t.server.doDueWork()
    expect(await payment(request)).toBe('disputed')
  })

  it('that is lost before anything was earned takes what was held, and ends the request', async () => {
    const ivy = await influencer()
    const request = await t.bookAndPay(fan, ivy)
    await close(await dispute(request), 'lost')
    expect(await t.request(fan, request.slug)).toMatchObject({
      state: 'cancelled',
      outcome: 'charged_back',
      payment: { status: 'charged_back', refunded_amount: '0.00' },
    })
    expect((await money.earnings(ivy)).debt).toBe('0.00')
  })

  it('holds back the release of a call that was served, and all payouts, until it is settled', async () => {
    const ivy = await influencer()
    await money.verify(ivy)
    const paidOut = await money.served(fan, ivy)
    await t.advance(RELEASE_SECONDS)
    const disputed = await money.served(fan, ivy)
    const id = await dispute(disputed)
    await t.advance(PAYOUT_SECONDS)
    expect(await money.earnings(ivy)).toMatchObject({
      held: '22.50',
      payable: '22.50',
      upcoming: [
        { request_slug: paidOut.slug, reason: { code: 'open_dispute' } },
        { request_slug: disputed.slug, reason: { code: 'open_dispute' } },
      ],
    })
    await close(id, 'won')
    await t.server.doDueWork()
    expect(await money.earnings(ivy)).toMatchObject({ paid_out: '22.50', payable: '22.50', held: '0.00' })
  })

  it('lost after the release is a debt that comes off the next payouts', async () => {
    const ivy = await influencer()
    await money.verify(ivy)
    const lost = await money.served(fan, ivy)
    await t.advance(RELEASE_SECONDS)
    await close(await dispute(lost), 'lost')
    expect(await money.earnings(ivy)).toMatchObject({
      payable: '22.50',
      debt: '22.50',
      entries: { results: [{ kind: 'dispute', amount: '-22.50', fee: '-2.50' }, { kind: 'release' }] },
    })
    await t.advance(PAYOUT_SECONDS)
    expect(await money.earnings(ivy)).toMatchObject({ payable: '0.00', debt: '0.00', paid_out: '0.00' })
    expect((await t.request(fan, lost.slug)).outcome).toBe('charged_back')
  })

  it('lost after the money went out is taken back from the account, as the fee is given back', async () => {
    const ivy = await influencer()
    await money.verify(ivy)
    const lost = await money.served(fan, ivy)
    await t.advance(RELEASE_SECONDS)
    await t.advance(PAYOUT_SECONDS)
    const before = await balances()
    await close(await dispute(lost), 'lost')
    expect(await money.earnings(ivy)).toMatchObject({ debt: '0.00', paid_out: '0.00' })
    expect((await balances()).fee_revenue).toBe((before.fee_revenue ?? 0) + 250)
  })

  it('whose transfer cannot be taken back stays a debt, and the next earnings pay it', async () => {
    const ivy = await influencer()
    await money.verify(ivy)
    const lost = await money.served(fan, ivy)
    await t.advance(RELEASE_SECONDS)
    await t.advance(PAYOUT_SECONDS)
    faults.add({
      action: 'fail',
      method: 'POST',
      path: '/v1/transfers/*/reversals',
      status: 400,
      code: 'balance_insufficient',
    })
    await close(await dispute(lost), 'lost')
    expect(await money.earnings(ivy)).toMatchObject({ debt: '22.50', paid_out: '22.50' })
    await money.served(fan, ivy)
    await money.served(fan, ivy)
    await t.advance(RELEASE_SECONDS)
    await t.advance(PAYOUT_SECONDS)
    expect(await money.earnings(ivy)).toMatchObject({ debt: '0.00', payable: '0.00', paid_out: '45.00' })
  })

  const EVENTS = [
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.closed',
    'charge.dispute.funds_reinstated',
  ]
  it.each([
    ['as they happened', EVENTS, 1],
    ['backwards', EVENTS.toReversed(), 1],
    ['three times each', EVENTS, 3],
  ] as const)('told %s has one effect', async (_how, order, copies) => {
    const ivy = await influencer()
    const [won, lost] = [await t.bookAndPay(fan, ivy), await t.bookAndPay(fan, ivy)]
    faults.webhooks.add({ action: 'repeat', copies, times: 50 })
    faults.webhooks.hold()
    for (const [request, outcome] of [
      [won, 'won'],
      [lost, 'lost'],
    ] as const) {
      faults.closeDispute(faults.openDispute(await money.intentOf(request)), outcome)
    }
    faults.webhooks.release(order)
    await t.server.doDueWork()
    expect([await payment(won), await payment(lost)]).toEqual(['paid', 'charged_back'])
  })

  it('told before its payment is not lost', async () => {
    const ivy = await influencer()
    const { body: request } = await t.book(fan, ivy)
    faults.webhooks.hold()
    await t.confirm((await t.pay(fan, request)).body, DISPUTED_AT_ONCE)
    faults.webhooks.release([
      'charge.dispute.funds_withdrawn',
      'charge.dispute.created',
      'payment_intent.succeeded',
    ])
    await t.server.doDueWork()
    expect(await payment(request)).toBe('disputed')
  })

  it('and a rejection at once: the buyer gets the money once, from the bank or from us', async () => {
    const ivy = await influencer()
    const [won, lost] = [await t.bookAndPay(fan, ivy), await t.bookAndPay(fan, ivy)]
    const disputes = [await dispute(won), await dispute(lost)] as const
    for (const request of [won, lost]) {
      await t.call(ivy, `POST /api/influencer/requests/${request.id}/reject/`, {})
    }
    await t.server.doDueWork()
    expect(await payment(won)).toBe('disputed')
    await close(disputes[0], 'won')
    await close(disputes[1], 'lost')
    expect((await t.request(fan, won.slug)).payment).toMatchObject({
      status: 'refunded',
      refunded_amount: '25.00',
    })
    expect((await t.request(fan, lost.slug)).payment).toMatchObject({
      status: 'charged_back',
      refunded_amount: '0.00',
    })
    expect((await stripe.refunds.list({ payment_intent: await money.intentOf(lost) })).data).toEqual([])
  })
})

describe('what an operator does at the provider by hand', () => {
  it('is not sent once more where it was on its way already: the buyer gets the price once', async () => {
    const ivy = await influencer()
    const request = await t.bookAndPay(fan, ivy)
    const intent = await money.intentOf(request)
    faults.add({ action: 'fail', method: 'POST', path: '/v1/refunds', status: 500, times: 8 })
    await t.call(ivy, `POST /api/influencer/requests/${request.id}/reject/`, {})
    await t.server.doDueWork()
    faults.clear()
    await stripe.refunds.create({ payment_intent: intent, amount: 1000 })
    await t.server.doDueWork()
    await t.advance(3600)
    await t.server.doDueWork()
    const { data } = await stripe.refunds.list({ payment_intent: intent })
    expect(data.map(({ amount }) => amount).sort()).toEqual([1000, 1500])
    expect((await t.request(fan, request.slug)).payment).toMatchObject({
      ...{ status: 'refunded', refunded_amount: '25.00', returned_amount: '0.00' },
    })
  })

  it('takes its part also of a refund that the provider refused before its webhook arrived', async () => {
    const ivy = await influencer()
    const request = await t.bookAndPay(fan, ivy)
    faults.webhooks.hold()
    await stripe.refunds.create({ payment_intent: await money.intentOf(request), amount: 1000 })
    await t.call(ivy, `POST /api/influencer/requests/${request.id}/reject/`, {})
    await t.server.doDueWork()
    faults.clear()
    await t.server.doDueWork()
    await t.advance(3600)
    expect((await t.request(fan, request.slug)).payment).toMatchObject({
      ...{ status: 'refunded', refunded_amount: '25.00', returned_amount: '0.00' },
    })
    const { data } = await stripe.refunds.list({ payment_intent: await money.intentOf(request) })
    expect(data.map(({ amount }) => amount).sort()).toEqual([1000, 1500])
  })

  it('is followed: a refund before and after the release, and a transfer taken back', async () => {
    const ivy = await influencer()
    await money.verify(ivy)
    const open = await t.bookAndPay(fan, ivy)
    await stripe.refunds.create({ payment_intent: await money.intentOf(open) })
    await t.server.doDueWork()
    expect(await t.request(fan, open.slug)).toMatchObject({
      state: 'cancelled',
      payment: { status: 'refunded', refunded_amount: '25.00' },
    })
    const earned = await money.served(fan, ivy)
    await t.advance(RELEASE_SECONDS)
    await stripe.refunds.create({ payment_intent: await money.intentOf(earned), amount: 1000 })
    await t.server.doDueWork()
    expect(await money.earnings(ivy)).toMatchObject({ payable: '22.50', debt: '9.00' })
    await t.advance(PAYOUT_SECONDS)
    expect(await money.earnings(ivy)).toMatchObject({ paid_out: '13.50', debt: '0.00', payable: '0.00' })
    const [transfer] = (await stripe.transfers.list({ destination: await money.accountOf(ivy) })).data
    await stripe.transfers.createReversal(transfer?.id ?? '', { amount: 100 })
    await t.server.doDueWork()
    expect((await money.earnings(ivy)).paid_out).toBe('12.50')
  })
})
