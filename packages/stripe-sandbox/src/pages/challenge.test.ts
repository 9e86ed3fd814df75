import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bench, cardIntent, openBench, refusalOf, typedCard } from '../testing.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

type Waiting = Stripe.PaymentIntent | Stripe.SetupIntent

function pageOf(intent: Waiting): string {
  const url = intent.next_action?.redirect_to_url?.url
  if (!url) throw new Error('no challenge')
  return url
}

async function answer(intent: Waiting, outcome: string) {
  const url = pageOf(intent)
  const body = new URLSearchParams({ secret: intent.client_secret ?? '', outcome })
  const response = await fetch(url.split('?')[0] ?? '', { method: 'POST', body, redirect: 'manual' })
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}

async function challenged(method: string) {
  const intent = await cardIntent(bench.stripe)
  return bench.stripe.paymentIntents.confirm(intent.id, {
    payment_method: method,
    return_url: `${bench.origin}/pay/done?request=7`,
  })
}

describe('the challenge page', () => {
  it('asks without scripts, under a policy that allows none, and says that no money moves', async () => {
    const intent = await challenged('pm_card_authenticationRequired')
    const response = await fetch(pageOf(intent))
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    // The browser asks for an icon by itself: one that the policy refuses is an error on every visit.
    expect(response.headers.get('content-security-policy')).toContain("img-src 'self'")
    expect(response.headers.get('content-security-policy')).toContain(`form-action 'self' ${bench.origin};`)
    expect(html).toContain('No real money moves')
    expect(html).toContain('£25.00')
    expect(html).toContain('<button name="outcome" value="approve">')
    expect(html).not.toMatch(/<script|<style|style=/)
    const css = await fetch(`${bench.base}/pages.css`)
    expect(css.headers.get('content-type')).toContain('text/css')
  })

  it('pays after approval and sends the browser back with what Stripe adds', async () => {
    const intent = await challenged('pm_card_authenticationRequired')
    const { status, location } = await answer(intent, 'approve')
    expect(status).toBe(303)
    const back = new URL(location ?? '')
    expect(back.origin + back.pathname).toBe(`${bench.origin}/pay/done`)
    expect(Object.fromEntries(back.searchParams)).toEqual({
      request: '7',
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: 'succeeded',
    })
    const paid = await bench.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
    expect(paid).toMatchObject({
      status: 'succeeded',
      latest_charge: { payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } } },
    })
  })

  it('charges once however often it is approved', async () => {
    const intent = await challenged('pm_card_authenticationRequired')
    const answers = await Promise.all([
      answer(intent, 'approve'),
      answer(intent, 'approve'),
      answer(intent, 'fail'),
    ])
    expect(answers.map(one => one.status)).toEqual([303, 303, 303])
    const charges = await bench.stripe.charges.list({ payment_intent: intent.id })
    expect(charges.data.length).toBeLessThanOrEqual(1)
  })

  it.each([
    {
      method: 'pm_card_authenticationRequired',
      outcome: 'fail',
      code: 'payment_intent_authentication_failure',
    },
    {
      method: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
      outcome: 'approve',
      code: 'card_declined',
    },
  ])('reports $code after $outcome with $method', async ({ method, outcome, code }) => {
    const intent = await challenged(method)
    const { location } = await answer(intent, outcome)
    expect(new URL(location ?? '').searchParams.get('redirect_status')).toBe('failed')
    expect(await bench.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code },
    })
  })

  it('tells a stranger nothing', async () => {
    const intent = await challenged('pm_card_authenticationRequired')
    const other = await challenged('pm_card_authenticationRequired')
    for (const secret of ['', 'x', other.client_secret ?? '']) {
      const seen = await fetch(`${bench.base}/challenge/${intent.id}?secret=${secret}`)
      expect(seen.status).toBe(404)
      const body = new URLSearchParams({ secret, outcome: 'approve' })
      const posted = await fetch(`${bench.base}/challenge/${intent.id}`, {
        method: 'POST',
        body,
        redirect: 'manual',
      })
      expect(posted.status).toBe(404)
    }
    expect((await bench.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_action')
  })

  it.each(['https://evil.example/x', '//evil.example', 'javascript:alert(1)', 'http://127.0.0.1:1/x'])(
    'never sends anyone to %s',
    async address => {
      const intent = await cardIntent(bench.stripe)
      const confirm = await bench.browser(`/v1/payment_intents/${intent.id}/confirm`, {
        client_secret: intent.client_secret ?? '',
        return_url: address,
        ...typedCard('4000002760003184'),
      })
      expect(confirm).toMatchObject({ status: 400, body: { error: { param: 'return_url' } } })
    },
  )

  it('closes politely where there is no page to go back to', async () => {
    const intent = await cardIntent(bench.stripe)
    const waiting = await bench.stripe.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_authenticationRequired',
    })
    const { status, text } = await answer(waiting, 'approve')
    expect(status).toBe(200)
    expect(text).toContain('You can close this page')
  })
})

describe('setting a card up', () => {
  async function setup(method: string) {
    const customer = await bench.stripe.customers.create()
    const intent = await bench.stripe.setupIntents.create({
      customer: customer.id,
      allowed_payment_method_types: ['card'],
    })
    const confirmed = bench.stripe.setupIntents.confirm(intent.id, {
      payment_method: method,
      return_url: `${bench.origin}/my-account`,
    })
    return { customer, intent, confirmed }
  }

  it('keeps the card with its customer', async () => {
    const { customer, confirmed } = await setup('pm_card_visa')
    const { payment_method } = await confirmed
    expect(await confirmed).toMatchObject({
      object: 'setup_intent',
      status: 'succeeded',
      usage: 'off_session',
    })
    const { data } = await bench.stripe.paymentMethods.list({ customer: customer.id, type: 'card' })
    expect(data.map(method => method.id)).toEqual([payment_method])
  })

  it('works for a browser as for Stripe.js', async () => {
    const customer = await bench.stripe.customers.create()
    const intent = await bench.stripe.setupIntents.create({ customer: customer.id })
    const { body } = await bench.browser(`/v1/setup_intents/${intent.id}/confirm`, {
      client_secret: intent.client_secret ?? '',
      return_url: `${bench.origin}/my-account`,
      ...typedCard('5555555555554444'),
    })
    expect(body).toMatchObject({ status: 'succeeded' })
    expect(body).not.toHaveProperty('customer')
  })

  it('asks the bank once and then charges the card without its owner', async () => {
    const { customer, confirmed } = await setup('pm_card_authenticationRequiredOnSetup')
    const { location } = await answer(await confirmed, 'approve')
    expect(new URL(location ?? '').searchParams.get('setup_intent')).toBe((await confirmed).id)
    const [method] = (await bench.stripe.customers.listPaymentMethods(customer.id)).data
    const charge = { customer: customer.id, payment_method: method?.id ?? '', confirm: true }
    expect((await cardIntent(bench.stripe, { ...charge, off_session: true })).status).toBe('succeeded')
    expect((await cardIntent(bench.stripe, charge)).status).toBe('requires_action')
  })

  it('declines a card that needs its owner when the owner is away', async () => {
    const { stripe } = bench
    const customer = await stripe.customers.create()
    const method = await stripe.paymentMethods.attach('pm_card_authenticationRequired', {
      customer: customer.id,
    })
    const charge = cardIntent(stripe, {
      customer: customer.id,
      payment_method: method.id,
      off_session: true,
      confirm: true,
    })
    const refusal = await refusalOf(charge)
    expect(refusal).toMatchObject({ code: 'authentication_required', statusCode: 402 })
    expect(refusal.payment_intent).toMatchObject({ status: 'requires_payment_method' })
  })

  it.each([
    { method: 'pm_card_chargeDeclined', code: 'card_declined' },
    { method: 'pm_card_chargeDeclinedExpiredCard', code: 'expired_card' },
  ])('does not keep $method', async ({ method, code }) => {
    const { intent, confirmed } = await setup(method)
    expect(await refusalOf(confirmed)).toMatchObject({ code, statusCode: 402 })
    expect(await bench.stripe.setupIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { code },
    })
  })

  it('fails with the challenge, and once over stays over', async () => {
    const { intent, confirmed } = await setup('pm_card_authenticationRequired')
    await answer(await confirmed, 'fail')
    expect(await bench.stripe.setupIntents.retrieve(intent.id)).toMatchObject({
      last_setup_error: { code: 'setup_intent_authentication_failure' },
    })
    expect(await bench.stripe.setupIntents.cancel(intent.id)).toMatchObject({ status: 'canceled' })
    const late = bench.stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
    expect(await refusalOf(late)).toMatchObject({ code: 'setup_intent_unexpected_state' })
  })
})
