import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Bench,
  cardIntent,
  openBench,
  PUBLISHABLE_KEY,
  refusalOf,
  SECRET_KEY,
  sdk,
  typedCard,
} from '../testing.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

async function get(path: string, authorization?: string) {
  const response = await fetch(`${bench.base}${path}`, {
    headers: authorization === undefined ? {} : { authorization },
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

describe('keys', () => {
  it('takes the secret key as Bearer or as Basic, and answers 401 to any other', async () => {
    const basic = Buffer.from(`${SECRET_KEY}:`).toString('base64')
    expect((await get('/v1/customers', `Bearer ${SECRET_KEY}`)).status).toBe(200)
    expect((await get('/v1/customers', `Basic ${basic}`)).status).toBe(200)
    expect((await get('/v1/customers')).status).toBe(401)
    expect((await get('/v1/customers', 'Bearer sk_test_wrong')).status).toBe(401)
    expect(await refusalOf(sdk(bench.base, 'sk_test_other').balance.retrieve())).toBeInstanceOf(
      Stripe.errors.StripeAuthenticationError,
    )
  })

  it.each([
    '/v1/customers',
    '/v1/payment_intents',
    '/v1/charges',
    '/v1/events',
    '/v1/refunds',
    '/v1/balance',
    '/v1/balance_transactions',
    '/v1/accounts',
    '/v1/transfers',
    '/v1/disputes',
    '/v1/payment_methods?customer=cus_x',
  ])('keeps %s from the publishable key', async path => {
    const answer = await get(path, `Bearer ${PUBLISHABLE_KEY}`)
    expect(answer.status).toBe(403)
    expect(answer.body.error).toMatchObject({ code: 'secret_key_required' })
  })

  it.each(['', '/cancel'])('lets no browser change an intent by POST %s', async suffix => {
    const intent = await cardIntent(bench.stripe)
    const answer = await bench.browser(`/v1/payment_intents/${intent.id}${suffix}`, {
      client_secret: intent.client_secret ?? '',
      amount: '30',
    })
    expect(answer.status).toBe(403)
  })

  it('shows an intent to a browser only with its own secret, and then not everything', async () => {
    const customer = await bench.stripe.customers.create({ email: 'x@example.org' })
    const intent = await cardIntent(bench.stripe, { customer: customer.id, metadata: { inner: 'word' } })
    const other = await cardIntent(bench.stripe)
    const path = `/v1/payment_intents/${intent.id}`
    const none = await get(`${path}?key=${PUBLISHABLE_KEY}`)
    const wrong = await get(`${path}?key=${PUBLISHABLE_KEY}&client_secret=${other.client_secret}`)
    expect([none.status, wrong.status]).toEqual([400, 400])
    expect(JSON.stringify([none.body, wrong.body])).not.toContain('2500')
    const shown = await get(`${path}?key=${PUBLISHABLE_KEY}&client_secret=${intent.client_secret}`)
    expect(shown.body).toMatchObject({ id: intent.id, amount: 2500, status: 'requires_payment_method' })
    for (const hidden of ['customer', 'metadata', 'latest_charge', 'transfer_group'])
      expect(shown.body).not.toHaveProperty(hidden)
    const secret = `client_secret=${intent.client_secret}`
    expect((await get(`${path}?key=${PUBLISHABLE_KEY}&${secret}&expand[]=latest_charge`)).status).toBe(403)
  })

  it('lets a browser confirm only with the right secret', async () => {
    const intent = await cardIntent(bench.stripe)
    const other = await cardIntent(bench.stripe)
    const path = `/v1/payment_intents/${intent.id}/confirm`
    const card = typedCard('4242424242424242')
    const wrong = await bench.browser(path, { client_secret: other.client_secret ?? '', ...card })
    expect(wrong).toMatchObject({ status: 400, body: { error: { param: 'client_secret' } } })
    expect((await bench.browser(path, card)).status).toBe(400)
    const right = await bench.browser(path, { client_secret: intent.client_secret ?? '', ...card })
    expect(right.body).toMatchObject({ status: 'succeeded' })
  })

  it('never carries out on the platform’s account what was meant for a connected one', async () => {
    const attempt = bench.stripe.customers.create({}, { stripeAccount: 'acct_1' })
    expect(await refusalOf(attempt)).toMatchObject({ code: 'account_invalid', statusCode: 400 })
  })

  it('answers an unknown address as Stripe does', async () => {
    const answer = await get('/v1/nothing', `Bearer ${SECRET_KEY}`)
    expect(answer).toMatchObject({ status: 404, body: { error: { type: 'invalid_request_error' } } })
  })
})

describe('saving a card', () => {
  it('saves the card that pays, and charges it later without its owner', async () => {
    const { stripe, browser } = bench
    const customer = await stripe.customers.create()
    const intent = await cardIntent(stripe, { customer: customer.id })
    await browser(`/v1/payment_intents/${intent.id}/confirm`, {
      client_secret: intent.client_secret ?? '',
      setup_future_usage: 'off_session',
      ...typedCard('4242424242424242'),
    })
    const { data } = await stripe.customers.listPaymentMethods(customer.id)
    expect(data).toMatchObject([
      {
        customer: customer.id,
        card: { last4: '4242', exp_month: 12, exp_year: 2034 },
        billing_details: { name: 'Ada Lovelace' },
      },
    ])
    const again = await cardIntent(stripe, {
      customer: customer.id,
      payment_method: data[0]?.id ?? '',
      off_session: true,
      confirm: true,
    })
    expect(again.status).toBe('succeeded')
  })

  it('takes a card that was not saved once only, and never somebody else’s', async () => {
    const { stripe } = bench
    const method = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })
    await cardIntent(stripe, { payment_method: method.id, confirm: true })
    const twice = cardIntent(stripe, { payment_method: method.id, confirm: true })
    expect(await refusalOf(twice)).toMatchObject({ code: 'payment_method_unexpected_state' })
    const [owner, thief] = [await stripe.customers.create(), await stripe.customers.create()]
    const owned = await stripe.paymentMethods.attach('pm_card_visa', { customer: owner.id })
    const stolen = cardIntent(stripe, { payment_method: owned.id, customer: thief.id, confirm: true })
    expect(await refusalOf(stolen)).toMatchObject({ statusCode: 400 })
    const moved = stripe.paymentMethods.attach(owned.id, { customer: thief.id })
    expect(await refusalOf(moved)).toMatchObject({ code: 'payment_method_unexpected_state' })
    await stripe.paymentMethods.detach(owned.id)
    const gone = cardIntent(stripe, { payment_method: owned.id, customer: owner.id, confirm: true })
    expect(await refusalOf(gone)).toMatchObject({ code: 'payment_method_unexpected_state' })
  })

  it('forgets a deleted customer and the cards kept for them', async () => {
    const { stripe } = bench
    const customer = await stripe.customers.create({ email: 'gone@example.org', name: 'Gone' })
    const updated = await stripe.customers.update(customer.id, { name: 'Going', metadata: { a: '1' } })
    expect(updated).toMatchObject({ name: 'Going', email: 'gone@example.org', metadata: { a: '1' } })
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
    expect(await stripe.customers.del(customer.id)).toMatchObject({ deleted: true })
    expect(await stripe.customers.retrieve(customer.id)).toEqual(
      expect.objectContaining({ id: customer.id, deleted: true }),
    )
    expect((await stripe.paymentMethods.retrieve(method.id)).customer).toBeNull()
    expect(await refusalOf(cardIntent(stripe, { customer: customer.id }))).toMatchObject({
      code: 'resource_missing',
    })
  })
})
