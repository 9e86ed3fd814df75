import type { PaymentStatus, SessionRequest } from '@parley/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PayPanel } from './pay-panel.tsx'
import { createPayment } from './payment.ts'

function requestOf(id: string, status: PaymentStatus): SessionRequest {
  return {
    id,
    amount: '12.50',
    payment: { status, stripe_intent_secret: `pi_${id}_secret_x` },
  } as SessionRequest
}

function setUp(answers: Record<string, unknown>) {
  const payment = createPayment({
    api: { post: async <T,>(path: string) => answers[path.split('/').at(-2) ?? ''] as T },
    provider: { name: 'sandbox', publishableKey: 'pk' },
    returnUrl: () => 'http://here/prepaid',
    leave: () => undefined,
    changed: () => undefined,
    cardsChanged: () => undefined,
    newKey: () => 'key',
    setTimer: () => undefined,
  })
  const card = { id: 'pm_1', brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034, is_valid: true }
  const shown = (request: SessionRequest) =>
    renderToStaticMarkup(<PayPanel request={request} payment={payment} cards={[card]} />)
  return { payment, shown }
}
const isBusy = (page: string) => page.includes('aria-busy="true"')

it('a card that one request declined says nothing at another one', async () => {
  const { payment, shown } = setUp({ pay: { next_action_url: null, status: 'failed', detail: 'Declined.' } })
  await payment.payBySavedCard('a', 'pm_1')
  expect(shown(requestOf('a', 'unpaid'))).toContain('Declined.')
  expect(shown(requestOf('b', 'unpaid'))).not.toContain('Declined.')
})

it('a request in processing waits for its bank, and another one can be paid', async () => {
  const { payment, shown } = setUp({ 'payment-intent': requestOf('a', 'processing') })
  await payment.comeBack({ paymentIntentId: 'pi_a' })
  const [waits, other] = [shown(requestOf('a', 'processing')), shown(requestOf('b', 'unpaid'))]
  expect([isBusy(waits), isBusy(other)]).toEqual([true, false])
  expect(waits).toContain('Your payment is processing.')
  expect(other).not.toContain('Your payment is processing.')
})

it.each([
  ['processing', true, 'Your payment is processing.'],
  ['failed', false, 'Your payment was not successful, please try again.'],
  ['unpaid', false, 'Nothing is charged before you press Pay.'],
] as const)(
  'a request that is %s says so by itself, without a payment of this page',
  (status, busy, words) => {
    const page = setUp({}).shown(requestOf('a', status))
    expect([isBusy(page), page.includes(words)]).toEqual([busy, true])
  },
)
