import type { MoneyRail, SessionRequest } from '@parley/contract'
import { DAY_SECONDS } from '@parley/contract'
import { afterAll, expect, it } from 'vitest'
import { earningCaller } from '../../../testing/earning.ts'
import { operatorCommands } from '../../../testing/operator-commands.ts'
import { openTestServer, type TestPerson } from '../../../testing/test-server.ts'

/** The published card whose bank sends refunds back. */
const CLOSED_CARD = '4000000000005126'

const t = await openTestServer({ connections: 12 })
afterAll(t.close)
const earner = earningCaller(t)
const ivy = await t.influencer('ivy')

/** A fan whose rejected request went back to a card that the bank has closed. */
async function sentBack(name: string) {
  const fan = await t.fan(name)
  const { body: request } = await t.book(fan, ivy)
  await t.confirm((await t.pay(fan, request)).body, CLOSED_CARD)
  await t.server.doDueWork()
  await t.call(ivy, `POST /api/influencer/requests/${request.id}/reject/`, {})
  await t.server.doDueWork()
  await t.advance(10)
  await t.server.doDueWork()
  return { fan, request }
}

const again = (fan: TestPerson, request: { id: string }, to: 'card' | 'account') =>
  t.call<SessionRequest & { needs?: string }>(
    fan,
    `POST /api/influencer/parley_requests/${request.id}/refund-again/`,
    { to },
  )

const transit = async () => (await t.audit()).balances.refund_transit ?? 0
const breaches = async () => (await t.breaches()).map(check => check.name)

it('a refund that the bank sends back is said to its buyer alone, mailed once, and owed in the books', async () => {
  const before = await transit()
  const { fan, request } = await sentBack('sent-back')
  const seen = await t.request(fan, request.slug)
  expect(seen.payment).toMatchObject({
    status: 'refund_failed',
    returned_amount: '25.00',
    refunded_amount: '25.00',
    card: { brand: 'visa', last4: '5126' },
    refunded_at: seen.ended_at,
  })
  const { payment } = await t.request(ivy, request.slug)
  expect(payment).not.toHaveProperty('refunded_at')
  expect(payment).toMatchObject({
    status: 'refunded',
    returned_amount: '0.00',
    refund_to: null,
    card: null,
  })
  expect(await transit()).toBe(before - 2500)
  const { rows } = await t.server.database.pool.query(
    `select 1 from mails where user_id = $1 and kind = 'refund_returned'`,
    [fan.id],
  )
  expect(rows).toHaveLength(1)
  expect(await breaches()).toEqual([])
})

it('its buyer sends it to an account of their own, once, however often they ask', async () => {
  const { fan, request } = await sentBack('to-account')
  expect(await again(fan, request, 'account')).toMatchObject({
    status: 409,
    body: { needs: 'payout_account' },
  })
  await earner.verify(fan)
  const before = await transit()
  const answers = await Promise.all(Array.from({ length: 12 }, () => again(fan, request, 'account')))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(409)])
  await t.server.doDueWork()
  expect((await t.request(fan, request.slug)).payment).toMatchObject({
    status: 'refunded',
    returned_amount: '0.00',
    refund_to: 'account',
  })
  expect(await transit()).toBe(before + 2500)
  const stripe = await earner.stripe()
  const { data } = await stripe.transfers.list({ destination: await earner.accountOf(fan) })
  expect(data.map(({ amount }) => amount)).toEqual([2500])
  expect(await breaches()).toEqual([])
})

it.each([
  ['by its event', 'repeat'],
  ['by the reconciliation, when its event was lost', 'drop'],
] as const)(
  'a transfer to the buyer’s account that an operator takes back is owed again %s',
  async (_how, events) => {
    const operator = operatorCommands(t)
    const before = await transit()
    const { fan, request } = await sentBack(`reversed-${events}`)
    await earner.verify(fan)
    expect((await again(fan, request, 'account')).status).toBe(200)
    await t.server.doDueWork()
    expect(await transit()).toBe(before)
    const stripe = await earner.stripe()
    const [sent] = (await stripe.transfers.list({ destination: await earner.accountOf(fan) })).data
    const types = ['transfer.reversed', 'transfer.updated']
    t.sandbox.faults.webhooks.add(
      events === 'drop' ? { action: 'drop', times: 50, types } : { action: 'repeat', copies: 3, times: 50 },
    )
    await stripe.transfers.createReversal(sent?.id ?? '')
    await t.server.doDueWork()
    t.sandbox.faults.clear()
    const options = events === 'drop' ? ['--apply'] : []
    expect(await operator.reconcile(operator.ownUrl, ...options)).toMatchObject({ ok: true, code: 0 })
    expect((await t.request(fan, request.slug)).payment).toMatchObject({
      ...{ status: 'refund_failed', returned_amount: '25.00' },
    })
    expect([await transit(), await breaches()]).toEqual([before - 2500, []])
    expect((await again(fan, request, 'account')).status).toBe(200)
    await t.server.doDueWork()
    expect((await t.request(fan, request.slug)).payment).toMatchObject({
      ...{ status: 'refunded', returned_amount: '0.00' },
    })
    expect([await transit(), await breaches()]).toEqual([before, []])
  },
)

it('a part of such a transfer that an operator takes back is owed again, and then the rest', async () => {
  const operator = operatorCommands(t)
  const before = await transit()
  const { fan, request } = await sentBack('reversed-in-parts')
  await earner.verify(fan)
  expect((await again(fan, request, 'account')).status).toBe(200)
  await t.server.doDueWork()
  const stripe = await earner.stripe()
  const transfers = async () =>
    (await stripe.transfers.list({ destination: await earner.accountOf(fan) })).data
  const [sent] = await transfers()
  const takeBack = async (amount: number) => {
    await stripe.transfers.createReversal(sent?.id ?? '', { amount })
    await t.server.doDueWork()
  }
  const seen = async () => (await t.request(fan, request.slug)).payment
  const agrees = async () => {
    const { ok, code } = await operator.reconcile(operator.ownUrl)
    return { ok, code, breaches: await breaches() }
  }
  const AGREED = { ok: true, code: 0, breaches: [] }

  t.sandbox.faults.webhooks.add({ action: 'repeat', copies: 3, times: 50 })
  await takeBack(1000)
  t.sandbox.faults.clear()
  expect(await seen()).toMatchObject({ status: 'refund_failed', returned_amount: '10.00' })
  expect(await transit()).toBe(before - 1000)
  expect(await agrees()).toEqual(AGREED)
  const { lines } = (await t.call<MoneyRail>(fan, `GET /api/parley/${request.slug}/money/`)).body
  const arrived = lines.filter(({ what }) => what === 'refund_arrived')
  expect(arrived.map(({ amount }) => amount)).toEqual(['15.00'])
  const { rows } = await t.server.database.pool.query(
    `select 1 from mails where user_id = $1 and kind = 'refund_returned'`,
    [fan.id],
  )
  expect(rows).toHaveLength(2)

  expect((await again(fan, request, 'account')).status).toBe(200)
  await t.server.doDueWork()
  expect((await transfers()).map(({ amount }) => amount).sort()).toEqual([1000, 2500])
  expect(await seen()).toMatchObject({ status: 'refunded', returned_amount: '0.00' })

  await takeBack(1500)
  expect(await seen()).toMatchObject({ status: 'refund_failed', returned_amount: '15.00' })
  expect(await transit()).toBe(before - 1500)
  expect((await again(fan, request, 'account')).status).toBe(200)
  await t.server.doDueWork()
  expect((await transfers()).map(({ amount }) => amount).sort()).toEqual([1000, 1500, 2500])
  expect([await transit(), await agrees()]).toEqual([before, AGREED])
})

it('a refund by hand of what went to the buyer’s account is listed until that transfer is back', async () => {
  const operator = operatorCommands(t)
  const { fan, request } = await sentBack('twice-by-hand')
  await earner.verify(fan)
  expect((await again(fan, request, 'account')).status).toBe(200)
  await t.server.doDueWork()
  const stripe = await earner.stripe()
  const payment_intent = await earner.intentOf(request)
  const made = await stripe.refunds.create({ payment_intent, amount: 2500 })
  await t.server.doDueWork()
  const { rows } = await t.server.database.pool.query(
    `select topic from outbox where done_at is null and payload->>'id' = $1`,
    [made.id],
  )
  expect(rows).toEqual([])
  const listed = await operator.reconcile(operator.ownUrl, '--apply')
  expect(listed).toMatchObject({ ok: false, code: 1 })
  expect(JSON.stringify(listed)).toContain('more than is left of the sale')
  const [sent] = (await stripe.transfers.list({ destination: await earner.accountOf(fan) })).data
  await stripe.transfers.createReversal(sent?.id ?? '')
  await t.server.doDueWork()
  expect(await operator.reconcile(operator.ownUrl, '--apply')).toMatchObject({ ok: true, code: 0 })
  expect((await t.request(fan, request.slug)).payment).toMatchObject({
    ...{ status: 'refunded', returned_amount: '0.00', refund_to: 'card' },
  })
  expect(await breaches()).toEqual([])
})

it('the card may be tried again three times, and each return is said and mailed', async () => {
  const { fan, request } = await sentBack('stubborn')
  for (let tries = 1; tries <= 3; tries++) {
    expect((await again(fan, request, 'card')).status).toBe(200)
    await t.server.doDueWork()
    await t.advance(10)
    await t.server.doDueWork()
    expect((await t.request(fan, request.slug)).payment.status).toBe('refund_failed')
  }
  expect((await again(fan, request, 'card')).status).toBe(409)
  const { rows } = await t.server.database.pool.query(
    `select 1 from mails where user_id = $1 and kind = 'refund_returned'`,
    [fan.id],
  )
  expect(rows).toHaveLength(4)
  expect(await breaches()).toEqual([])
})

it('an operator’s refund in the provider’s dashboard takes the place of the one that came back', async () => {
  const { fan, request } = await sentBack('by-hand')
  const before = await transit()
  t.sandbox.faults.webhooks.add({ action: 'repeat', copies: 5, times: 50 })
  const stripe = await earner.stripe()
  const payment_intent = await earner.intentOf(request)
  await stripe.refunds.create({ payment_intent, amount: 2500 })
  await t.server.doDueWork()
  const seen = async () => (await t.request(fan, request.slug)).payment
  expect(await seen()).toMatchObject({
    status: 'refunded',
    returned_amount: '0.00',
    refunded_amount: '25.00',
  })
  expect([await transit(), await breaches()]).toEqual([before + 2500, []])
  expect((await again(fan, request, 'card')).status).toBe(409)
  // The bank sends that one back too.
  await t.advance(10)
  await t.server.doDueWork()
  t.sandbox.faults.clear()
  expect(await seen()).toMatchObject({ status: 'refund_failed', returned_amount: '25.00' })
  expect([await transit(), await breaches()]).toEqual([before, []])
})

it('nobody else, and nothing that did not come back, is sent again', async () => {
  const { request } = await sentBack('victim')
  const stranger = await t.fan('stranger')
  expect((await again(stranger, request, 'card')).status).toBe(404)
  expect((await again(ivy, request, 'card')).status).toBe(403)
  const fan = await t.fan('greedy')
  const paid = await t.bookAndPay(fan, ivy)
  expect((await again(fan, paid, 'card')).status).toBe(409)
  await t.call(ivy, `POST /api/influencer/requests/${paid.id}/reject/`, {})
  await t.server.doDueWork()
  expect((await again(fan, paid, 'card')).status).toBe(409)
})

it('an account that the provider does not pay leaves the money owed', async () => {
  const { fan, request } = await sentBack('refused')
  await earner.verify(fan)
  t.sandbox.faults.add({ action: 'fail', method: 'POST', path: '/v1/transfers', status: 400, times: 2 })
  await again(fan, request, 'account')
  await t.server.doDueWork()
  expect((await t.request(fan, request.slug)).payment.status).toBe('refund_failed')
  expect((await again(fan, request, 'account')).status).toBe(200)
  await t.server.doDueWork()
  expect((await t.request(fan, request.slug)).payment.status).toBe('refunded')
  expect(await breaches()).toEqual([])
})

/** A rejected request whose refund the provider answers with 400 and a code for the next times. */
async function refusedWith(name: string, code: string) {
  const fan = await t.fan(name)
  const request = await t.bookAndPay(fan, ivy)
  t.sandbox.faults.add({
    ...{ action: 'fail', method: 'POST', path: '/v1/refunds' },
    ...{ status: 400, code, times: 50 },
  })
  await t.call(ivy, `POST /api/influencer/requests/${request.id}/reject/`, {})
  await t.server.doDueWork()
  const seen = (await t.request(fan, request.slug)).payment
  const { rows } = await t.server.database.pool.query<{ open: number }>(
    `select count(*)::int as open from outbox o join refunds f on f.id::text = o.payload->>'refundId'
     where o.topic = 'payments.refund' and o.done_at is null and f.request_id = $1`,
    [request.id],
  )
  return { fan, request, seen, open: rows[0]?.open }
}

it('a card refund that the provider refuses for good is owed to its buyer, who sends it again', async () => {
  const before = await transit()
  const { fan, request, seen, open } = await refusedWith('refused-for-good', 'charge_not_refundable')
  expect(seen).toMatchObject({ status: 'refund_failed', returned_amount: '25.00' })
  expect([open, await transit(), await breaches()]).toEqual([0, before - 2500, []])
  t.sandbox.faults.clear()
  expect((await again(fan, request, 'card')).status).toBe(200)
  await t.server.doDueWork()
  expect((await t.request(fan, request.slug)).payment).toMatchObject({
    ...{ status: 'refunded', returned_amount: '0.00' },
  })
  expect([await transit(), await breaches()]).toEqual([before, []])
})

it.each([
  ['for want of money at the provider', 'balance_insufficient'],
  ['of a charge that a bank disputes', 'charge_disputed'],
  ['of a charge that somebody has refunded', 'charge_already_refunded'],
  ['because we asked wrongly', 'parameter_unknown'],
])('a card refund that the provider refuses %s is sent again by itself', async (_why, code) => {
  const { fan, request, seen, open } = await refusedWith(`refused-${code.replaceAll('_', '-')}`, code)
  expect(seen).toMatchObject({ status: 'refunded', returned_amount: '0.00' })
  expect(open).toBe(1)
  expect((await again(fan, request, 'card')).status).toBe(409)
  t.sandbox.faults.clear()
  await t.advance(600)
  await t.server.doDueWork()
  const stripe = await earner.stripe()
  const { data } = await stripe.refunds.list({ payment_intent: await earner.intentOf(request) })
  expect(data.map(({ amount }) => amount)).toEqual([2500])
  expect(await breaches()).toEqual([])
})

it('after three days the audit warns, and is no less right for it', async () => {
  await sentBack('forgotten')
  await t.advance(2 * DAY_SECONDS)
  expect(await breaches()).toEqual([])
  await t.advance(DAY_SECONDS + 60)
  const audit = await t.audit()
  expect(audit.checks.filter(check => check.breaches > 0)).toMatchObject([
    { name: 'refunds_arrive', severity: 'warning' },
  ])
  expect(audit.ok).toBe(true)
})
