import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Store } from '../store.ts'
import { type Bench, cardIntent, openBench, refusalOf, SECRET_KEY } from '../testing.ts'
import { decodeForm } from './form-encoding.ts'
import { fingerprintOf, IdempotencyKeys, REMOVE_OLD_ANSWERS } from './idempotency.ts'

let bench: Bench
beforeEach(async () => {
  bench = await openBench()
})
afterEach(() => bench.close())

async function post(path: string, form: Record<string, string>, key: string) {
  const response = await fetch(`${bench.base}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET_KEY}`, 'idempotency-key': key },
    body: new URLSearchParams(form),
  })
  return {
    status: response.status,
    replayed: response.headers.get('idempotent-replayed'),
    text: await response.text(),
  }
}

describe('the digest of a request', () => {
  const digest = (text: string) => fingerprintOf(decodeForm(text))

  it('holds no digest of a card number or a security code, which could be guessed back', () => {
    expect(digest('card[number]=4242424242424242&card[cvc]=123')).toBe(
      digest('card[number]=4000000000004242&card[cvc]=999'),
    )
    expect(digest('card[number]=4242424242424242')).not.toBe(digest('card[number]=5555555555554444'))
  })
})

describe('idempotency keys', () => {
  it('make one payment of 50 requests sent at once', async () => {
    const form = {
      amount: '2500',
      currency: 'gbp',
      payment_method: 'pm_card_visa',
      confirm: 'true',
      'automatic_payment_methods[enabled]': 'true',
      'automatic_payment_methods[allow_redirects]': 'never',
    }
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => post('/v1/payment_intents', form, 'pay-1')),
    )
    expect(new Set(answers.map(answer => answer.text)).size).toBe(1)
    expect(answers.map(answer => answer.status)).toEqual(Array.from({ length: 50 }, () => 200))
    expect(answers.filter(answer => answer.replayed === null)).toHaveLength(1)
    expect((await bench.stripe.charges.list({ limit: 100 })).data).toHaveLength(1)
  })

  it('replay a decline as it was, though the card would pay by now', async () => {
    const intent = await cardIntent(bench.stripe)
    const confirm = () =>
      bench.stripe.paymentIntents.confirm(
        intent.id,
        { payment_method: 'pm_card_chargeDeclined' },
        { idempotencyKey: 'c-1' },
      )
    const [first, second] = [await refusalOf(confirm()), await refusalOf(confirm())]
    expect(second).toMatchObject({ code: 'card_declined', statusCode: 402, message: first.message })
    expect(second.headers?.['idempotent-replayed']).toBe('true')
    expect((await bench.stripe.charges.list()).data).toHaveLength(1)
  })

  it('refuse other parameters and other paths under a used key', async () => {
    await post('/v1/customers', { email: 'a@example.org', name: 'A' }, 'k')
    const reordered = await post('/v1/customers', { name: 'A', email: 'a@example.org' }, 'k')
    expect(reordered).toMatchObject({ status: 200, replayed: 'true' })
    for (const other of [
      post('/v1/customers', { email: 'b@example.org' }, 'k'),
      post('/v1/accounts', { email: 'a@example.org', name: 'A' }, 'k'),
    ]) {
      const { status, text } = await other
      expect(status).toBe(400)
      expect(JSON.parse(text).error.type).toMatch(/idempotency_error|invalid_request_error/)
    }
    expect((await bench.stripe.customers.list()).data).toHaveLength(1)
  })

  it('are not used up by parameters that fail validation', async () => {
    const form = { currency: 'gbp', amount: '1' }
    expect((await post('/v1/payment_intents', form, 'v')).status).toBe(400)
    expect(await post('/v1/payment_intents', { ...form, amount: '2500' }, 'v')).toMatchObject({
      status: 200,
      replayed: null,
    })
  })

  it('answer 409 while the first request still runs', async () => {
    bench.sandbox.faults.add({ action: 'delay', path: '/v1/customers', ms: 200, when: 'after' })
    const first = post('/v1/customers', { name: 'slow' }, 'slow')
    const statusesOfOthers = async () => (await post('/v1/customers', { name: 'slow' }, 'slow')).status
    await expect.poll(() => bench.sandbox.faults.list()).toEqual([])
    expect(await statusesOfOthers()).toBe(409)
    expect((await first).status).toBe(200)
    expect(await post('/v1/customers', { name: 'slow' }, 'slow')).toMatchObject({
      status: 200,
      replayed: 'true',
    })
  })

  it('keep an answer a day and no longer', async () => {
    const first = await post('/v1/customers', { name: 'day' }, 'day')
    bench.clock.now = new Date(bench.clock.now.getTime() + 24 * 3_600_000)
    expect((await post('/v1/customers', { name: 'day' }, 'day')).text).toBe(first.text)
    bench.clock.now = new Date(bench.clock.now.getTime() + 2 * 3_600_000)
    expect((await post('/v1/customers', { name: 'day' }, 'day')).text).not.toBe(first.text)
  })

  it('are removed when they are old, a few at each request', () => {
    const store = new Store(':memory:')
    let nowMs = 0
    const keys = new IdempotencyKeys(store, () => new Date(nowMs))
    const keep = (key: string) =>
      keys.keep({ scope: 's', key, path: '/', fingerprint: '' }, { status: 200, body: '', requestId: '' })
    const kept = () => store.database.prepare('SELECT key FROM idempotent_answers').all().length
    for (let i = 0; i < 30; i++) keep(`old-${i}`)
    expect(kept()).toBe(30)
    nowMs = 26 * 3_600_000
    keep('old-29')
    expect(kept()).toBe(10)
    keep('new')
    expect(kept()).toBe(2)
    store.close()
  })

  it('are removed without a look at those of the day', () => {
    const store = new Store(':memory:')
    const plan = store.database.prepare(`EXPLAIN QUERY PLAN ${REMOVE_OLD_ANSWERS}`).all(0)
    expect(plan.map(step => step.detail).join('\n')).not.toMatch(/^SCAN/m)
    store.close()
  })

  it('may not be longer than Stripe takes', async () => {
    expect((await post('/v1/customers', {}, 'x'.repeat(256))).status).toBe(400)
  })
})
