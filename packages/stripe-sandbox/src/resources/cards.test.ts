import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_CARDS } from '../index.ts'
import { type Bench, cardIntent, openBench, typedCard } from '../testing.ts'
import { hasValidCheckDigit } from './cards.ts'

let bench: Bench
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  bench = await openBench({ databaseFile: join(folder, 'stripe.sqlite') })
})
afterAll(async () => {
  await bench.close()
  await rm(folder, { recursive: true })
})

async function payWith(card: Record<string, string>) {
  const intent = await cardIntent(bench.stripe)
  const answer = await bench.browser(`/v1/payment_intents/${intent.id}/confirm`, {
    client_secret: intent.client_secret ?? '',
    ...card,
  })
  return { ...answer, after: await bench.stripe.paymentIntents.retrieve(intent.id) }
}

const PAYING = [
  '4242424242424242',
  '4000008260000000',
  '4000056655665556',
  '5555555555554444',
  '5105105105105100',
  '378282246310005',
  '371449635398431',
  '6011000990139424',
  '36227206271667',
  '6205500000000000004',
  '4000002760000016',
  '4000058260000005',
  '4000000000000036',
  '4000000000003055',
  '4000000000009235',
  '4000000000000259',
  '4000000000001976',
  '4000000000005423',
  '4000000000005126',
  '4000000000007726',
  '4000000000000077',
]
const CHALLENGED = [
  '4000002500003155',
  '4000002760003184',
  '4000008260003178',
  '4000003800000446',
  '4000000000003220',
  '4000000000003063',
  '4000008400001629',
]
const DECLINED = [
  { number: '4000000000000002', code: 'card_declined', declineCode: 'generic_decline' },
  { number: '4000000000009995', code: 'card_declined', declineCode: 'insufficient_funds' },
  { number: '4000000000009987', code: 'card_declined', declineCode: 'lost_card' },
  { number: '4000000000009979', code: 'card_declined', declineCode: 'stolen_card' },
  { number: '4000000000000069', code: 'expired_card', declineCode: 'expired_card' },
  { number: '4000000000000127', code: 'incorrect_cvc', declineCode: 'incorrect_cvc' },
  { number: '4000000000000119', code: 'processing_error', declineCode: 'processing_error' },
  { number: '4000000000006975', code: 'card_declined', declineCode: 'card_velocity_exceeded' },
  { number: '4000000000000101', code: 'incorrect_cvc', declineCode: 'incorrect_cvc' },
  { number: '4100000000000019', code: 'card_declined', declineCode: 'fraudulent' },
  { number: '4000000000004954', code: 'card_declined', declineCode: 'fraudulent' },
  { number: '4000000000000341', code: 'card_declined', declineCode: 'generic_decline' },
]

describe('the published test cards', () => {
  it.each(PAYING)('%s pays', async number => {
    const { status, body } = await payWith(typedCard(number))
    expect(status).toBe(200)
    expect(body).toMatchObject({ object: 'payment_intent', status: 'succeeded' })
  })

  it.each(CHALLENGED)('%s asks the bank first', async number => {
    const { body } = await payWith(typedCard(number))
    expect(body).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } })
  })

  it.each(DECLINED)('$number is declined with $code $declineCode', async ({ number, code, declineCode }) => {
    const { status, body, after } = await payWith(typedCard(number))
    expect(status).toBe(402)
    expect(body.error).toMatchObject({
      type: 'card_error',
      code,
      decline_code: declineCode,
      payment_intent: { status: 'requires_payment_method' },
    })
    expect(after).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { code },
    })
    const charges = await bench.stripe.charges.list({ payment_intent: after.id })
    expect(charges.data).toMatchObject([
      { status: 'failed', paid: false, failure_code: code, outcome: { reason: declineCode } },
    ])
  })

  it('pays with another card after a decline', async () => {
    const { after } = await payWith(typedCard('4000000000000002'))
    const paid = await bench.browser(`/v1/payment_intents/${after.id}/confirm`, {
      client_secret: after.client_secret ?? '',
      ...typedCard('4242424242424242'),
    })
    expect(paid.body).toMatchObject({ status: 'succeeded', last_payment_error: null })
  })

  it.each([
    { what: 'a mistyped number', card: typedCard('4242424242424241'), code: 'incorrect_number' },
    { what: 'a real card', card: typedCard('4539578763621486'), code: 'card_declined' },
    {
      what: 'a month that does not exist',
      card: typedCard('4242424242424242', { 'payment_method_data[card][exp_month]': '13' }),
      code: 'invalid_expiry_month',
    },
    {
      what: 'a year gone by',
      card: typedCard('4242424242424242', { 'payment_method_data[card][exp_year]': '2020' }),
      code: 'invalid_expiry_year',
    },
    {
      what: 'three digits for American Express',
      card: typedCard('378282246310005', { 'payment_method_data[card][cvc]': '123' }),
      code: 'invalid_cvc',
    },
  ])('refuses $what and leaves the payment as it was', async ({ card, code }) => {
    const { status, body, after } = await payWith(card)
    expect(status).toBe(402)
    expect(body.error).toMatchObject({ type: 'card_error', code })
    expect(after).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: null,
      latest_charge: null,
    })
  })

  it('each has a check digit of its own, one name and one number', () => {
    const { length } = TEST_CARDS
    expect(TEST_CARDS.filter(({ number }) => !hasValidCheckDigit(number))).toEqual([])
    const of = (key: 'name' | 'number') => new Set(TEST_CARDS.map(card => card[key])).size
    expect([of('name'), of('number')]).toEqual([length, length])
  })

  it('offers each of them as a token too', async () => {
    for (const card of TEST_CARDS) {
      const customer = await bench.stripe.customers.create()
      const method = await bench.stripe.paymentMethods.create({
        type: 'card',
        card: { token: `tok_${card.name}` },
      })
      expect(method.card).toMatchObject({ last4: card.number.slice(-4), brand: card.brand })
      const attach = bench.stripe.paymentMethods.attach(method.id, { customer: customer.id })
      const isRefused = card.decline !== null && card.attach === 'as_charge'
      expect(
        await attach.then(
          () => 'attached',
          () => 'refused',
        ),
      ).toBe(isRefused ? 'refused' : 'attached')
    }
  })

  it('never writes a card number or security code to disk', async () => {
    await payWith({ ...typedCard('4539578763621486', { 'payment_method_data[card][cvc]': '987' }) })
    const files = await readdir(folder)
    expect(files).toContain('stripe.sqlite')
    const bytes = Buffer.concat(await Promise.all(files.map(file => readFile(join(folder, file)))))
    for (const number of [...TEST_CARDS.map(card => card.number), '4539578763621486', '"cvc"']) {
      expect(bytes.includes(number), number).toBe(false)
    }
    expect(bytes.includes('4242')).toBe(true)
  })
})
