import { expect, it } from 'vitest'
import { sandboxCard } from './sandbox-card.ts'

const CARD = { cardNumber: '4242 4242 4242 4242', name: 'A B', date: '12/30', zip: 'AB1', cvv: '123' }
const INTENT = {
  clientSecret: 'pi_1_secret_x',
  publishableKey: 'pk_test',
  returnUrl: 'http://here/profile/maya',
}

function confirmWith(answer: unknown) {
  const calls: { path: string; body: Record<string, string> }[] = []
  const card = sandboxCard(async (path, init) => {
    calls.push({ path, body: Object.fromEntries(init?.body as URLSearchParams) })
    return new Response(JSON.stringify(answer))
  }, CARD)
  return { calls, result: card.confirmPayment(INTENT) }
}

it('a card is confirmed with the fields that Stripe.js sends', async () => {
  const { calls, result } = confirmWith({ status: 'succeeded' })
  expect(await result).toEqual({ kind: 'done', status: 'succeeded' })
  expect(calls).toEqual([
    {
      path: '/sandbox/stripe/v1/payment_intents/pi_1/confirm',
      body: {
        key: 'pk_test',
        client_secret: 'pi_1_secret_x',
        return_url: 'http://here/profile/maya',
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': '4242424242424242',
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2030',
        'payment_method_data[card][cvc]': '123',
        'payment_method_data[billing_details][name]': 'A B',
        'payment_method_data[billing_details][address][postal_code]': 'AB1',
      },
    },
  ])
})

it.each([
  [
    'a declined card',
    { error: { type: 'card_error', message: 'Declined.' } },
    { kind: 'card_error', message: 'Declined.' },
  ],
  ['a card error without a message', { error: { type: 'card_error' } }, { kind: 'unexpected' }],
  [
    'an error of ours',
    { error: { type: 'invalid_request_error', message: 'No such key' } },
    { kind: 'unexpected' },
  ],
  [
    'a challenge',
    { status: 'requires_action', next_action: { redirect_to_url: { url: 'http://bank/c' } } },
    { kind: 'challenge', url: 'http://bank/c' },
  ],
  [
    'a challenge at an address that is not a web address',
    { status: 'requires_action', next_action: { redirect_to_url: { url: 'javascript:alert(1)' } } },
    { kind: 'unexpected' },
  ],
])('%s is told apart', async (_name, answer, expected) => {
  expect(await confirmWith(answer).result).toEqual(expected)
})
