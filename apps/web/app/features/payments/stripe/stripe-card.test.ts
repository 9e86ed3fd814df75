import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { expect, it } from 'vitest'
import { stripeCard } from './stripe-card.ts'

const INTENT = {
  clientSecret: 'pi_1_secret_x',
  publishableKey: 'pk_test',
  returnUrl: 'http://here/profile/maya',
}
const ELEMENTS = {} as StripeElements

function cardOf(answer: unknown) {
  const requested: unknown[] = []
  const confirm = async (what: unknown) => {
    requested.push(what)
    return answer
  }
  return {
    requested,
    card: stripeCard({ confirmPayment: confirm, confirmSetup: confirm } as unknown as Stripe, ELEMENTS),
  }
}

it('Stripe gets the fields, the intent, and the page to which the bank returns', async () => {
  const { card, requested } = cardOf({ paymentIntent: { status: 'succeeded' } })
  expect(await card.confirmPayment(INTENT)).toEqual({ kind: 'done', status: 'succeeded' })
  expect(requested).toEqual([
    {
      elements: ELEMENTS,
      clientSecret: 'pi_1_secret_x',
      confirmParams: { return_url: 'http://here/profile/maya' },
      redirect: 'if_required',
    },
  ])
})

it('a card that is set up is done', async () => {
  const { card } = cardOf({ setupIntent: { status: 'succeeded' } })
  expect(await card.confirmSetup(INTENT)).toEqual({ kind: 'done', status: 'succeeded' })
})

it.each([
  [
    'a declined card',
    { type: 'card_error', message: 'Declined.' },
    { kind: 'card_error', message: 'Declined.' },
  ],
  [
    'an incomplete card',
    { type: 'validation_error', message: 'Incomplete.' },
    { kind: 'card_error', message: 'Incomplete.' },
  ],
  [
    'a bank’s check that failed',
    { type: 'invalid_request_error', code: 'payment_intent_authentication_failure', message: 'Not you.' },
    { kind: 'card_error', message: 'Not you.' },
  ],
  [
    'a payment that went through before, its answer lost',
    {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      payment_intent: { status: 'succeeded' },
    },
    { kind: 'done', status: 'succeeded' },
  ],
  ['a card error without a message', { type: 'card_error' }, { kind: 'unexpected' }],
  ['a lost connection', { type: 'api_connection_error', message: 'Sorry' }, { kind: 'unexpected' }],
])('%s is told apart', async (_name, error, expected) => {
  const { card } = cardOf({ error })
  expect(await card.confirmPayment(INTENT)).toEqual(expected)
})
