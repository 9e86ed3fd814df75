import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Bench, cardIntent, openBench, refusalOf } from '../testing.ts'

let bench: Bench
let killed: string[]
beforeEach(async () => {
  killed = []
  bench = await openBench({ faultsEnabled: true, onKill: step => killed.push(step) })
})
afterEach(() => bench.close())

const create = (key?: string) =>
  bench.stripe.customers.create({ name: 'A' }, key === undefined ? {} : { idempotencyKey: key })
const count = async () => (await bench.stripe.customers.list()).data.length

async function faults(path: string, body: object, method = 'POST') {
  const response = await fetch(`${bench.base}/faults${path}`, {
    method,
    ...(method === 'POST'
      ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      : {}),
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

describe('fault rules', () => {
  it('fail a request before it does anything', async () => {
    bench.sandbox.faults.add({ action: 'fail', method: 'POST', path: '/v1/customers', status: 503 })
    expect(await refusalOf(create('k'))).toMatchObject({ statusCode: 503, type: 'StripeAPIError' })
    expect(await count()).toBe(0)
    await create('k')
    expect(await count()).toBe(1)
  })

  it('are used up, can wait their turn, and fit a path with any id in it', async () => {
    bench.sandbox.faults.add({ action: 'fail', path: '/v1/customers/*', status: 429, times: 2, skip: 1 })
    const { id } = await create()
    const retrieve = async () => {
      try {
        return (await bench.stripe.customers.retrieve(id)).object
      } catch (error) {
        return error instanceof Stripe.errors.StripeRateLimitError ? error.code : error
      }
    }
    expect([await retrieve(), await retrieve(), await retrieve(), await retrieve()]).toEqual([
      'customer',
      'rate_limit',
      'rate_limit',
      'customer',
    ])
  })

  it('lose the answer of a request that was carried out; the key finds it again', async () => {
    bench.sandbox.faults.add({ action: 'failAfter', path: '/v1/customers' })
    expect(await refusalOf(create('lost'))).toMatchObject({ statusCode: 500 })
    const { id } = await create('lost')
    expect((await bench.stripe.customers.list()).data.map(customer => customer.id)).toEqual([id])
  })

  it('can make the key remember the failure instead', async () => {
    bench.sandbox.faults.add({ action: 'failAfter', path: '/v1/customers', replay: 'error' })
    expect(await refusalOf(create('sad'))).toMatchObject({ statusCode: 500 })
    expect(await refusalOf(create('sad'))).toMatchObject({ statusCode: 500 })
    expect(await count()).toBe(1)
  })

  it('cut the connection after carrying out', async () => {
    bench.sandbox.faults.add({ action: 'drop', path: '/v1/customers' })
    expect(await refusalOf(create('cut'))).toBeInstanceOf(Stripe.errors.StripeConnectionError)
    expect(await count()).toBe(1)
    await create('cut')
    expect(await count()).toBe(1)
  })

  it.each(['before', 'after'] as const)('kill the process %s carrying out', async when => {
    bench.sandbox.faults.add({ action: 'kill', path: '/v1/customers', when })
    await create()
    expect(killed).toEqual([when])
  })

  it('leave a payment processing', async () => {
    bench.sandbox.faults.add({ action: 'processing', path: '/v1/payment_intents/*/confirm' })
    const { id } = await cardIntent(bench.stripe)
    expect((await bench.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })).status).toBe(
      'processing',
    )
    expect(await refusalOf(bench.stripe.paymentIntents.cancel(id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
  })

  it('can be forgotten', async () => {
    bench.sandbox.faults.add({ action: 'fail', path: '/v1/customers', status: 500, times: 9 })
    bench.sandbox.faults.clear()
    expect(await create()).toMatchObject({ object: 'customer' })
  })
})

describe('faults over HTTP', () => {
  it('can be set, seen and forgotten', async () => {
    const rule = { action: 'fail', method: 'POST', path: '/v1/customers', status: 500, times: 2 }
    expect(await faults('', rule)).toMatchObject({ status: 200, body: { id: expect.any(String) } })
    expect((await faults('', {}, 'GET')).body.rules).toMatchObject([{ left: 2, rule }])
    expect(await refusalOf(create())).toMatchObject({ statusCode: 500 })
    await faults('', {}, 'DELETE')
    expect(await create()).toMatchObject({ object: 'customer' })
  })

  it('decide payments, disputes, accounts and webhooks', async () => {
    await faults('', { action: 'processing', path: '/v1/payment_intents/*/confirm' })
    const { id } = await cardIntent(bench.stripe)
    await bench.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    await faults('/settle', { payment_intent: id, outcome: 'succeeded' })
    expect((await bench.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
    const dispute = (await faults('/disputes', { payment_intent: id })).body.id
    await faults('/disputes/close', { dispute, outcome: 'lost' })
    expect((await bench.stripe.disputes.retrieve(dispute)).status).toBe('lost')
    const account = await bench.stripe.accounts.create({ type: 'express' })
    await faults('/accounts', { account: account.id, decision: 'verified' })
    expect((await bench.stripe.accounts.retrieve(account.id)).payouts_enabled).toBe(true)
    expect((await faults('/webhooks', { action: 'hold' })).status).toBe(200)
    await create()
    expect((await faults('/webhooks', { action: 'release' })).body).toEqual({ released: 1 })
    expect((await faults('/webhooks/deliver', {})).body).toEqual({ accepted: 0 })
    expect((await faults('/webhooks', { action: 'repeat', copies: 2 })).status).toBe(200)
  })

  it.each([
    { what: 'an unknown action', path: '', body: { action: 'explode', path: '/v1/customers' } },
    { what: 'a rule without a path', path: '', body: { action: 'drop' } },
    { what: 'a number that is none', path: '', body: { action: 'drop', path: '/x', times: 'many' } },
    { what: 'an unknown webhook action', path: '/webhooks', body: { action: 'explode' } },
    {
      what: 'settling what is not processing',
      path: '/settle',
      body: { payment_intent: 'pi_none', outcome: 'failed' },
    },
  ])('refuse $what', async ({ path, body }) => {
    expect((await faults(path, body)).status).toBeGreaterThanOrEqual(400)
    expect((await faults(path, body)).status).toBeLessThan(500)
  })

  it('are not there unless they are enabled, and never take a form of another site', async () => {
    const closed = await openBench()
    const absent = await fetch(`${closed.base}/faults`)
    expect(absent.status).toBe(404)
    await closed.close()
    const form = await fetch(`${bench.base}/faults`, {
      method: 'POST',
      body: new URLSearchParams({ action: 'drop', path: '/v1/customers' }),
    })
    expect(form.status).toBe(400)
    const text = await fetch(`${bench.base}/faults`, {
      method: 'POST',
      body: '{"action":"drop","path":"/v1/customers"}',
    })
    expect(text.status).toBe(415)
  })
})

describe('a restart', () => {
  it('keeps every object, key, refund to come and undelivered event', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
    const databaseFile = join(folder, 'stripe.sqlite')
    const before = await openBench({ databaseFile })
    const intent = await cardIntent(before.stripe, { payment_method: 'pm_card_refundFail', confirm: true })
    const refund = await before.stripe.refunds.create(
      { payment_intent: intent.id },
      { idempotencyKey: 'refund-1' },
    )
    await before.close()

    const delivered: string[] = []
    const after = await openBench({
      databaseFile,
      webhookUrl: () => 'http://app.test/hook',
      fetch: async (_url, init) => {
        delivered.push(JSON.parse(String(init?.body)).type)
        return new Response(null, { status: 200 })
      },
    })
    expect(await after.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' })
    const again = await after.stripe.refunds.create(
      { payment_intent: intent.id },
      { idempotencyKey: 'refund-1' },
    )
    expect(again.id).toBe(refund.id)
    after.clock.now = new Date(after.clock.now.getTime() + 10_000)
    await after.sandbox.deliverDueWebhooks()
    expect(delivered).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'refund.created',
      'charge.refunded',
      'refund.failed',
      'refund.updated',
      'charge.refund.updated',
    ])
    await after.close()
    await rm(folder, { recursive: true })
  })

  it('sends at once what was held or waiting for a retry, even with the clock set back', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
    const databaseFile = join(folder, 'stripe.sqlite')
    const before = await openBench({
      databaseFile,
      webhookUrl: () => 'http://app.test/hook',
      fetch: async () => new Response(null, { status: 500 }),
    })
    before.clock.now = new Date(before.clock.now.getTime() + 30 * 86_400_000)
    await before.stripe.customers.create()
    expect(await before.sandbox.deliverDueWebhooks()).toBe(0)
    before.sandbox.faults.webhooks.hold()
    await before.stripe.customers.create()
    await before.close()
    const after = await openBench({
      databaseFile,
      webhookUrl: () => 'http://app.test/hook',
      fetch: async () => new Response(null, { status: 204 }),
    })
    expect(await after.sandbox.deliverDueWebhooks()).toBe(2)
    await after.close()
    await rm(folder, { recursive: true })
  })
})
