import { expect, it } from 'vitest'
import { aRequest, PAYMENT } from '../a-request.testing.ts'
import { moneyText, pastText } from './money-text.ts'

const NOW_MS = Date.parse('2026-01-02T00:00:00Z')
const ended = { state: 'cancelled', outcome: 'cancelled', ended_at: '2026-01-01T12:00:00Z' } as const
const card = { brand: 'visa', last4: '4242' }
const refunded = { ...PAYMENT.paid, status: 'refunded', refunded_amount: '25.00', card } as const

it.each([
  ['unpaid and open', {}, { payment: PAYMENT.unpaid }, null],
  ['paid and open', {}, { payment: { ...PAYMENT.paid, card } }, '£25.00 was paid with the card ending 4242.'],
  ['ended unpaid', ended, { payment: PAYMENT.unpaid }, 'Cancelled. Nothing was charged.'],
  [
    'on its way back',
    ended,
    { payment: refunded },
    'Cancelled. £25.00 is going back to the card ending 4242, 5 to 10 days.',
  ],
  [
    'on its way back to a card that is not known',
    ended,
    { payment: { ...refunded, card: null } },
    'Cancelled. £25.00 is going back to the card you paid with, 5 to 10 days.',
  ],
  [
    'back long ago',
    ended,
    { payment: { ...refunded, refunded_at: '2025-12-01T12:00:00Z' } },
    'Cancelled. £25.00 went back to the card ending 4242.',
  ],
  [
    'given back long after its end',
    { ...ended, ended_at: '2025-10-01T12:00:00Z' },
    { payment: { ...refunded, refunded_at: '2026-01-01T12:00:00Z' } },
    'Cancelled. £25.00 is going back to the card ending 4242, 5 to 10 days.',
  ],
  [
    'sent back by the bank',
    ended,
    { payment: { ...refunded, status: 'refund_failed', returned_amount: '25.00' } as const },
    'Your bank sent £25.00 back to us. It is yours: choose another way to get it.',
  ],
  [
    'left by a bank that took a part, and sent back',
    ended,
    { payment: { ...refunded, status: 'charged_back', returned_amount: '15.00' } as const },
    'Your bank sent £15.00 back to us. It is yours: choose another way to get it.',
  ],
  ['taken back by the bank', ended, { payment: { ...refunded, status: 'charged_back' } as const }, null],
  ['served', { state: 'completed', outcome: 'served' } as const, {}, 'Completed. £25.00 was paid.'],
  ['disputed', {}, { payment: { ...PAYMENT.paid, status: 'disputed' } as const }, null],
])('%s', (_title, state, payment, words) => {
  expect(moneyText(aRequest({ ...state, ...payment }), NOW_MS)).toBe(words)
})

it.each([
  ['its buyer', 'sam', refunded, 'Cancelled. £25.00 is going back to the card ending 4242, 5 to 10 days.'],
  ['its influencer', 'maya', refunded, 'Cancelled, £25.00 back'],
  [
    'a buyer whose bank sent it back',
    'sam',
    { ...refunded, status: 'refund_failed', returned_amount: '25.00' } as const,
    'Cancelled, but your bank sent the refund back',
  ],
])('in a list of past requests %s reads the sum of a refund once', (_who, username, payment, words) => {
  const request = aRequest({ ...ended, payment })
  expect(pastText(request, { username }, NOW_MS).text).toBe(words)
})
