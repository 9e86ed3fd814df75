import { expect, it } from 'vitest'
import { aRequest, PAYMENT } from '../a-request.testing.ts'
import { cancelText, momentText } from './money-back-words.ts'

const back = {
  policy: 'moderate',
  sentence: '',
  steps: [],
  now: { amount: '25.00', cause: 'cancelled' },
  next: { at: '2027-03-02T10:00:00Z', amount: '12.50' },
} as const
const timeRange = { start: '2027-03-03T10:00:00Z', end: '2027-03-03T10:20:00Z' }

it('names the current refund of a cancellation and when it changes', () => {
  expect(cancelText(aRequest({ money_back: { ...back, steps: [] }, timeRange }))).toBe(
    `Cancel now: £25.00 back. After ${momentText(back.next.at)}: £12.50`,
  )
})

it('names the end, when the refund does not change before it', () => {
  const money_back = { ...back, steps: [], next: null }
  expect(cancelText(aRequest({ money_back, timeRange }))).toBe(
    `Cancel until ${momentText(timeRange.start)}: £25.00 back.`,
  )
  expect(cancelText(aRequest({ money_back }))).toBe('Cancel before the call begins: £25.00 back.')
})

it('has no text for an unpaid request, nor for one that cannot be cancelled', () => {
  expect(cancelText(aRequest({ money_back: { ...back, steps: [] }, payment: PAYMENT.unpaid }))).toBeNull()
  expect(cancelText(aRequest({ money_back: { ...back, steps: [], now: null } }))).toBeNull()
})
