import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bench, cardIntent, openBench, refusalOf, SECRET_KEY } from '../testing.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

async function intentIn(status: string): Promise<Stripe.PaymentIntent> {
  const { stripe, sandbox } = bench
  const intent = await cardIntent(stripe)
  const confirm = (method: string) => stripe.paymentIntents.confirm(intent.id, { payment_method: method })
  switch (status) {
    case 'requires_payment_method':
      return intent
    case 'requires_confirmation':
      return stripe.paymentIntents.update(intent.id, { payment_method: 'pm_card_visa' })
    case 'requires_action':
      return confirm('pm_card_authenticationRequired')
    case 'processing':
      sandbox.faults.add({ action: 'processing', path: `/v1/payment_intents/${intent.id}/confirm` })
      return confirm('pm_card_visa')
    case 'succeeded':
      return confirm('pm_card_visa')
    default:
      return stripe.paymentIntents.cancel(intent.id)
  }
}

const REFUSED = 'payment_intent_unexpected_state'
const STATES = [
  {
    status: 'requires_payment_method',
    confirmed: 'succeeded',
    cancelled: 'canceled',
    amountChanged: 'requires_payment_method',
  },
  {
    status: 'requires_confirmation',
    confirmed: 'succeeded',
    cancelled: 'canceled',
    amountChanged: 'requires_confirmation',
  },
  {
    status: 'requires_action',
    confirmed: 'succeeded',
    cancelled: 'canceled',
    amountChanged: 'requires_confirmation',
  },
  { status: 'processing', confirmed: REFUSED, cancelled: REFUSED, amountChanged: REFUSED },
  { status: 'succeeded', confirmed: REFUSED, cancelled: REFUSED, amountChanged: REFUSED },
  { status: 'canceled', confirmed: REFUSED, cancelled: REFUSED, amountChanged: REFUSED },
]

async function outcomeOf(promise: Promise<Stripe.PaymentIntent>): Promise<string> {
  try {
    return (await promise).status
  } catch (error) {
    return String((error as { code?: string }).code)
  }
}

describe('the life of a payment intent', () => {
  it.each(STATES)('stands in $status and moves from there only as Stripe lets it', async row => {
    const { stripe } = bench
    const first = await intentIn(row.status)
    expect(first.status).toBe(row.status)
    const confirm = stripe.paymentIntents.confirm(first.id, { payment_method: 'pm_card_visa' })
    expect(await outcomeOf(confirm)).toBe(row.confirmed)
    const second = await intentIn(row.status)
    expect(await outcomeOf(stripe.paymentIntents.cancel(second.id))).toBe(row.cancelled)
    const third = await intentIn(row.status)
    expect(await outcomeOf(stripe.paymentIntents.update(third.id, { amount: 3000 }))).toBe(row.amountChanged)
  })

  it('pays at once with a good card and shows the charge with its fee', async () => {
    const { stripe } = bench
    const intent = await cardIntent(stripe, {
      confirm: true,
      payment_method: 'pm_card_visa',
      metadata: { request: 'r1' },
      expand: ['latest_charge.balance_transaction', 'payment_method'],
    })
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount_received: 2500,
      livemode: false,
      metadata: { request: 'r1' },
    })
    expect(intent.id).toMatch(/^pi_\w{24}$/)
    expect(intent.client_secret).toMatch(/^pi_\w{24}_secret_\w{25}$/)
    expect(intent.payment_method).toMatchObject({ card: { brand: 'visa', last4: '4242' } })
    expect(intent.latest_charge).toMatchObject({
      paid: true,
      amount: 2500,
      balance_transaction: { amount: 2500, fee: 58, net: 2442, type: 'charge', status: 'pending' },
    })
  })

  it('refuses amounts, currencies and parameters that Stripe refuses', async () => {
    const { stripe } = bench
    expect(await refusalOf(cardIntent(stripe, { amount: 29 }))).toMatchObject({
      code: 'amount_too_small',
      statusCode: 400,
    })
    expect(await refusalOf(cardIntent(stripe, { amount: 100_000_000 }))).toMatchObject({
      code: 'amount_too_large',
    })
    expect(await refusalOf(cardIntent(stripe, { amount: 12.5 }))).toMatchObject({
      code: 'parameter_invalid_integer',
    })
    expect(await refusalOf(cardIntent(stripe, { currency: 'xyz' }))).toMatchObject({ param: 'currency' })
    expect(await refusalOf(cardIntent(stripe, { customer: 'cus_none' }))).toMatchObject({
      code: 'resource_missing',
      statusCode: 400,
    })
    const misspelt: object = { descripton: 'x' }
    expect(await refusalOf(cardIntent(stripe, misspelt))).toMatchObject({ code: 'parameter_unknown' })
    expect(await refusalOf(stripe.paymentIntents.retrieve('pi_none'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
  })

  it('no longer takes payment_method_types from the pinned version, and still does from callers that name none', async () => {
    const { stripe, base } = bench
    const listed: object = { allowed_payment_method_types: undefined, payment_method_types: ['card'] }
    expect(await refusalOf(cardIntent(stripe, listed))).toMatchObject({
      code: 'payment_method_types_no_longer_supported',
    })
    const response = await fetch(`${base}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SECRET_KEY}` },
      body: new URLSearchParams({ amount: '2500', currency: 'gbp', 'payment_method_types[]': 'card' }),
    })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ object: 'payment_intent', automatic_payment_methods: null })
  })

  it('asks a server for a way back where automatic methods could redirect', async () => {
    const { stripe, origin } = bench
    const intent = await stripe.paymentIntents.create({ amount: 2500, currency: 'gbp' })
    const bare = stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
    expect(await refusalOf(bare)).toMatchObject({ param: 'return_url' })
    const paid = await stripe.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_visa',
      return_url: `${origin}/done`,
    })
    expect(paid.status).toBe('succeeded')
  })

  it('leaves nothing behind of a request refused half way', async () => {
    const { stripe } = bench
    const customer = await stripe.customers.create()
    const before = (await stripe.events.list({ type: 'payment_intent.created', limit: 100 })).data.length
    const half = {
      amount: 2500,
      currency: 'gbp',
      customer: customer.id,
      payment_method: 'pm_card_visa',
      confirm: true,
    }
    expect(await refusalOf(stripe.paymentIntents.create(half))).toMatchObject({ param: 'return_url' })
    expect((await stripe.paymentIntents.list({ customer: customer.id })).data).toEqual([])
    const after = (await stripe.events.list({ type: 'payment_intent.created', limit: 100 })).data.length
    expect(after).toBe(before)
  })

  it('leaves a processing payment open until the bank decides', async () => {
    const { stripe, sandbox } = bench
    const [good, bad] = [await intentIn('processing'), await intentIn('processing')]
    sandbox.faults.endProcessing(good.id, 'succeeded')
    sandbox.faults.endProcessing(bad.id, 'failed')
    expect(await stripe.paymentIntents.retrieve(good.id)).toMatchObject({
      status: 'succeeded',
      amount_received: 2500,
    })
    expect(await stripe.paymentIntents.retrieve(bad.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined' },
    })
  })

  it('pages through every intent by the SDK', async () => {
    const { stripe } = bench
    const customer = await stripe.customers.create({ email: 'pages@example.org' })
    const made: string[] = []
    for (let index = 0; index < 7; index += 1)
      made.push((await cardIntent(stripe, { customer: customer.id })).id)
    const seen: string[] = []
    for await (const intent of stripe.paymentIntents.list({ customer: customer.id, limit: 3 }))
      seen.push(intent.id)
    expect(seen).toEqual(made.toReversed())
    const first = await stripe.paymentIntents.list({ customer: customer.id, limit: 3 })
    expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/payment_intents' })
    const before = await stripe.paymentIntents.list({
      customer: customer.id,
      limit: 2,
      ending_before: seen[4] ?? '',
    })
    expect(before.data.map(intent => intent.id)).toEqual(seen.slice(2, 4))
  })
})
