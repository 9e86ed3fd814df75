import { createHmac } from 'node:crypto'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { sandboxKeys } from '../../composition/sandbox.ts'
import { earningCaller } from '../../testing/earning.ts'
import { openTestServer } from '../../testing/test-server.ts'

const t = await openTestServer()
const sandbox = t.sandbox
afterAll(t.close)
afterEach(async () => {
  sandbox.faults.clear()
  await t.dropUnpaid(fan)
  await t.server.doDueWork()
  expect(await t.breaches()).toEqual([])
})

const influencer = await t.influencer('ivy')
const fan = await t.fan('fred')

/** Books, and pays in the browser's way; the server gets it by webhook alone. */
async function paidBehindTheServersBack(card?: string) {
  const { body: request } = await t.book(fan, influencer)
  const { body: intent } = await t.pay(fan, request)
  await t.confirm(intent, card)
  return { request, intent }
}
const statusOf = async (slug: string) => (await t.request(fan, slug)).payment.status
const charges = async (requestId: string) =>
  (
    await t.server.database.pool.query(`select 1 from journals where kind = 'charge' and request_id = $1`, [
      requestId,
    ])
  ).rowCount

async function post(body: string, signature: string | undefined): Promise<number> {
  const response = await fetch(`${t.origin}/api/payments/webhook/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signature ? { 'stripe-signature': signature } : {}) },
    body,
  })
  return response.status
}

async function postSigned(event: unknown): Promise<number> {
  const body = JSON.stringify(event)
  const { webhookSecret } = await sandboxKeys(t.server.database.db)
  const at = Math.floor(t.clock.now().getTime() / 1000)
  const signature = createHmac('sha256', webhookSecret).update(`${at}.${body}`).digest('hex')
  return post(body, `t=${at},v1=${signature}`)
}

describe('webhooks', () => {
  it.each([1, 2, 5])('have one effect when each comes %i times more', async copies => {
    sandbox.faults.webhooks.add({ action: 'repeat', copies, times: 50 })
    const { request } = await paidBehindTheServersBack()
    await t.server.doDueWork()
    expect([await statusOf(request.slug), await charges(request.id)]).toEqual(['paid', 1])
  })

  it('that come before a lost answer of the provider is asked for again keep the booking payable', async () => {
    sandbox.faults.add({ action: 'drop', method: 'POST', path: '/v1/payment_intents', times: 50 })
    const uuid = crypto.randomUUID()
    expect((await t.book(fan, influencer, { uuid })).status).toBeGreaterThanOrEqual(500)
    await t.server.doDueWork()
    sandbox.faults.clear()
    const { status, body } = await t.book(fan, influencer, { uuid })
    expect([status, typeof body.payment.stripe_intent_secret]).toEqual([201, 'string'])
    const { body: paid } = await t.pay(fan, body)
    expect(paid.client_secret).toBe(body.payment.stripe_intent_secret)
    await t.confirm(paid)
    await t.server.doDueWork()
    expect([await statusOf(body.slug), await charges(body.id)]).toEqual(['paid', 1])
  })

  const orders = [
    [
      'payment_intent.succeeded',
      'charge.succeeded',
      'payment_intent.created',
      'payment_intent.payment_failed',
    ],
    [
      'charge.succeeded',
      'payment_intent.payment_failed',
      'payment_intent.succeeded',
      'payment_intent.created',
    ],
    [
      'payment_intent.payment_failed',
      'payment_intent.succeeded',
      'charge.succeeded',
      'payment_intent.created',
    ],
    [
      'payment_intent.succeeded',
      'payment_intent.payment_failed',
      'payment_intent.created',
      'charge.succeeded',
    ],
  ]
  it.each(orders.map(order => [order]))('have the same effect in the order %j', async order => {
    sandbox.faults.webhooks.hold()
    const { request, intent } = await paidBehindTheServersBack('4000000000000002')
    await t.confirm(intent)
    sandbox.faults.webhooks.release(order)
    await t.server.doDueWork()
    expect([await statusOf(request.slug), await charges(request.id)]).toEqual(['paid', 1])
  })

  it.each(['forge', 'stale', 'future'] as const)(
    'that are %sd change nothing; the true one that follows does',
    async action => {
      sandbox.faults.webhooks.add({ action, times: 50 })
      const { request } = await paidBehindTheServersBack()
      await sandbox.deliverDueWebhooks()
      await t.server.domains.outbox.drain()
      expect(await statusOf(request.slug)).toBe('unpaid')
      sandbox.faults.clear()
      await t.advance(3600)
      expect(await statusOf(request.slug)).toBe('paid')
    },
  )

  it('without a signature, with a bad one, or that are no JSON are refused', async () => {
    const event = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: {} },
    })
    const at = Math.floor(t.clock.now().getTime() / 1000)
    const wrong = createHmac('sha256', 'whsec_somebody_else').update(`${at}.${event}`).digest('hex')
    expect(await post(event, undefined)).toBe(400)
    expect(await post(event, `t=${at},v1=${wrong}`)).toBe(400)
    expect(await post('{', `t=${at},v1=${wrong}`)).toBe(400)
    expect(await post(event, 'nonsense')).toBe(400)
    expect(await post('x'.repeat(300 * 1024), `t=${at},v1=${wrong}`)).toBe(413)
  })

  it.each([
    [
      'has no moment',
      { id: 'evt_1', object: 'event', type: 'payment_intent.succeeded', data: { object: {} } },
    ],
    ['has no id', { object: 'event', type: 'payment_intent.succeeded', created: 1, data: { object: {} } }],
    ['is about nothing', { id: 'evt_1', object: 'event', type: 'payment_intent.succeeded', created: 1 }],
    ['is a number', 5],
  ])('that are signed well but the event %s are refused', async (_, event) => {
    expect(await postSigned(event)).toBe(400)
  })

  it.each([
    ['of the other mode', { livemode: true, type: 'payment_intent.succeeded' }, 'payment_intent'],
    ['of a connected account', { account: 'acct_1', type: 'refund.created' }, 'refund'],
    ['of a connected account', { account: 'acct_1', type: 'payment_intent.succeeded' }, 'payment_intent'],
  ])('%s are taken, and nothing is asked for: there is no such object here', async (_, facts, object) => {
    const id = `evt_${crypto.randomUUID()}`
    const at = Math.floor(t.clock.now().getTime() / 1000)
    const event = { id, object: 'event', created: at, data: { object: { id: 'xx_1', object } }, ...facts }
    expect(await postSigned(event)).toBe(200)
    await t.server.doDueWork()
    const { rows } = await t.server.database.pool.query('select topic from outbox where done_at is null')
    expect(rows).toEqual([])
  })

  it('that are lost hurt nobody who comes back to the page', async () => {
    sandbox.faults.webhooks.add({ action: 'drop', times: 50 })
    const { request, intent } = await paidBehindTheServersBack()
    await t.server.doDueWork()
    const paidReturn = { paymentIntentId: intent.payment_intent }
    await t.call(fan, 'POST /api/parley/parley_request/payment-intent/', paidReturn)
    expect(await statusOf(request.slug)).toBe('paid')
  })

  it('about an intent that was cancelled say nothing of the one after it, which a bank still processes', async () => {
    const { body: request } = await t.book(fan, influencer)
    const { body: first } = await t.pay(fan, request)
    const stripe = await earningCaller(t).stripe()
    await stripe.paymentIntents.cancel(first.payment_intent ?? '')
    await t.server.doDueWork()
    const { body: second } = await t.pay(fan, request)
    expect(second.payment_intent).not.toBe(first.payment_intent)
    sandbox.faults.add({ action: 'processing', path: '/v1/payment_intents/*/confirm' })
    await t.confirm(second)
    await t.server.doDueWork()
    expect(await statusOf(request.slug)).toBe('processing')
    const created = Math.floor(t.clock.now().getTime() / 1000)
    const object = { id: first.payment_intent, object: 'payment_intent' }
    const late = {
      id: 'evt_late',
      object: 'event',
      type: 'payment_intent.canceled',
      created,
      data: { object },
    }
    expect(await postSigned(late)).toBe(200)
    await t.server.doDueWork()
    expect(await statusOf(request.slug)).toBe('processing')
  })

  it('tell of a refund that the bank sent back, and the money is owed again', async () => {
    const { request } = await paidBehindTheServersBack('4000000000005126')
    await t.server.doDueWork()
    await t.call(influencer, `POST /api/influencer/requests/${request.id}/reject/`, {})
    await t.server.doDueWork()
    const transit = (await t.audit()).balances.refund_transit ?? 0
    await t.advance(10)
    expect((await t.audit()).balances.refund_transit).toBe(transit - 2500)
  })
})

it('what another program does in the same account of the provider, with words of its own, leaves no work', async () => {
  const earner = earningCaller(t)
  const stripe = await earner.stripe()
  await earner.verify(influencer)
  const { id: intent } = await stripe.paymentIntents.create({
    ...{ amount: 900, currency: 'gbp', allowed_payment_method_types: ['card'] },
    metadata: { payment_id: '17', request_id: 'order-17', refund_id: '17' },
  })
  await stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_bypassPending' })
  await stripe.refunds.create({ payment_intent: intent, amount: 100, metadata: { refund_id: '17' } })
  const { id: transfer } = await stripe.transfers.create({
    ...{ amount: 200, currency: 'gbp', destination: await earner.accountOf(influencer) },
    metadata: { request_id: 'order-17' },
  })
  await stripe.transfers.createReversal(transfer, { metadata: { reversal_id: '17' } })
  await t.server.doDueWork()
  const { rows } = await t.server.database.pool.query(
    'select topic, last_error from outbox where done_at is null and attempts > 0',
  )
  expect(rows).toEqual([])
})

describe('a provider that fails', () => {
  it('answers 503 with Retry-After, and the same uuid then gets its intent', async () => {
    sandbox.faults.add({
      action: 'fail',
      method: 'POST',
      path: '/v1/payment_intents',
      status: 500,
      times: 10,
    })
    const uuid = crypto.randomUUID()
    const failed = await t.book(fan, influencer, { uuid })
    expect([failed.status, Number(failed.headers.get('retry-after')) > 0]).toEqual([503, true])
    sandbox.faults.clear()
    const again = await t.book(fan, influencer, { uuid })
    expect([again.status, typeof again.body.payment.stripe_intent_secret]).toEqual([201, 'string'])
  })

  it.each(['failAfter', 'drop'] as const)(
    'and loses its answer (%s) makes no second intent',
    async action => {
      sandbox.faults.add({ action, method: 'POST', path: '/v1/payment_intents' })
      const { status, body } = await t.book(fan, influencer)
      expect(status).toBe(201)
      const { rows } = await t.server.database.pool.query(
        'select intent_id from payments where request_id = $1',
        [body.id],
      )
      expect(rows).toHaveLength(1)
    },
  )

  it('gives a refund back once, however often its answer is lost', async () => {
    const { request } = await paidBehindTheServersBack()
    await t.server.doDueWork()
    sandbox.faults.add({ action: 'drop', method: 'POST', path: '/v1/refunds', times: 6 })
    await t.call(influencer, `POST /api/influencer/requests/${request.id}/reject/`, {})
    await t.server.doDueWork()
    for (let minute = 0; minute < 5; minute++) await t.advance(60)
    expect(await statusOf(request.slug)).toBe('refunded')
    const { rows } = await t.server.database.pool.query('select status from refunds where request_id = $1', [
      request.id,
    ])
    expect(rows).toEqual([{ status: 'succeeded' }])
  })
})
