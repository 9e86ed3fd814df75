import { expect, it } from 'vitest'
import { handlePaymentReturn, handleSetupReturn } from './payment-return.ts'

it('the parameters of a payment’s return are parsed and removed from the address, all others stay', () => {
  const search = '?tab=1&payment_intent=pi_1&payment_intent_client_secret=s&redirect_status=succeeded'
  expect(handlePaymentReturn(search)).toEqual({
    found: { paymentIntentId: 'pi_1', paymentIntentSecret: 's', paymentRedirectStatus: 'succeeded' },
    search: '?tab=1',
  })
})

it('an ordinary address is not a return', () => {
  expect(handlePaymentReturn('?tab=1')).toBeNull()
  expect(handleSetupReturn('?payment_intent=pi_1')).toBeNull()
})

it('the return of a card leaves an empty query', () => {
  expect(
    handleSetupReturn('?setup_intent=seti_1&setup_intent_client_secret=s&redirect_status=succeeded'),
  ).toEqual({
    found: { setupIntentId: 'seti_1', setupIntentSecret: 's', setupIntentRedirectStatus: 'succeeded' },
    search: '',
  })
})
