import { describe, expect, it, test } from 'vitest'
import { MADE_AT, paidRequest, unpaidRequest } from '../testing/request-facts.ts'
import { isAtBank, isHeldUnpaid, isIntentOf, paymentWordOf } from './payment-rules.ts'

describe('a payment', () => {
  test.each([
    ['is paid when the provider has the money', 'succeeded', null, 'succeeded'],
    ['is on its way while the bank decides', 'processing', null, 'processing'],
    ['is over when it is cancelled', 'canceled', null, 'canceled'],
    ['has failed when a card was declined', 'requires_payment_method', 'card_declined', 'failed'],
    ['is open before any card', 'requires_payment_method', null, 'open'],
    ['is open while its person proves who they are', 'requires_action', 'card_declined', 'open'],
  ] as const)('%s', (_what, status, lastError, word) => {
    expect(paymentWordOf({ status, lastError })).toBe(word)
  })

  it('has one intent, also where the provider names it before its id is stored', () => {
    expect(isIntentOf({ intentId: 'pi_1' }, 'pi_1')).toBe(true)
    expect(isIntentOf({ intentId: null }, 'pi_1')).toBe(true)
    expect(isIntentOf({ intentId: 'pi_1' }, 'pi_2')).toBe(false)
  })
})

describe('the provider is asked before another gets a time', () => {
  test.each([
    ['that is held and not paid', { ...unpaidRequest, holdUntil: MADE_AT, takesTime: false }, true],
    ['that is taken and not paid', { ...unpaidRequest, takesTime: true }, true],
    ['that nobody holds: not', { ...unpaidRequest, takesTime: false }, false],
    ['that is paid: not', { ...paidRequest, holdUntil: MADE_AT, takesTime: true }, false],
  ])('%s', (_what, request, isHeld) => {
    expect(isHeldUnpaid(request)).toBe(isHeld)
  })
})

test.each([
  ['open', { ...unpaidRequest, paymentStatus: 'processing' }, true],
  ['open, and the bank has refused it', { ...unpaidRequest, paymentStatus: 'failed' }, false],
  ['over', { ...unpaidRequest, state: 'cancelled', paymentStatus: 'processing' }, false],
] as const)('the payment of a request that is %s is at the bank or not', (_what, request, isThere) => {
  expect(isAtBank(request)).toBe(isThere)
})
