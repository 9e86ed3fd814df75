import { expect, it } from 'vitest'
import { deviceZone, zoneName } from '../../../language/shown-zone.ts'
import { aRequest, PAYMENT } from '../a-request.testing.ts'
import { cancelText, momentText, rejectText } from './money-back-words.ts'

const back = {
  policy: 'moderate',
  sentence: '',
  steps: [],
  now: { amount: '25.00', cause: 'cancelled' },
  next: { at: '2027-03-02T10:00:00Z', amount: '12.50' },
} as const
const own = deviceZone()
const timeRange = { start: '2027-03-03T10:00:00Z', end: '2027-03-03T10:20:00Z' }

it('names the current refund of a cancellation and when it changes', () => {
  expect(cancelText(aRequest({ money_back: { ...back, steps: [] }, timeRange }), own)).toBe(
    'Cancel now: £25.00 back. After Tue 2 Mar, 10:00\u00a0UTC: £12.50',
  )
})

it('names the end, when the refund does not change before it', () => {
  const money_back = { ...back, steps: [], next: null }
  expect(cancelText(aRequest({ money_back, timeRange }), own)).toBe(
    'Cancel until Wed 3 Mar, 10:00\u00a0UTC: £25.00 back.',
  )
  expect(cancelText(aRequest({ money_back }), own)).toBe('Cancel before the call begins: £25.00 back.')
  expect(cancelText(aRequest({ money_back, request_type: 'broadcast' }), own)).toBe(
    'Cancel before the event begins: £25.00 back.',
  )
})

it('has no text for an unpaid request, nor for one that cannot be cancelled', () => {
  const money_back = { ...back, steps: [] }
  expect(cancelText(aRequest({ money_back, payment: PAYMENT.unpaid }), own)).toBeNull()
  expect(cancelText(aRequest({ money_back: { ...money_back, now: null } }), own)).toBeNull()
})

it('names the zone of its moments, where slots are shown in another one', () => {
  const money_back = { ...back, steps: [] }
  const name = zoneName(own)
  expect(cancelText(aRequest({ money_back, timeRange }), 'Australia/Lord_Howe')).toBe(
    `Cancel now: £25.00 back. After ${momentText(back.next.at)} (${name}): £12.50`,
  )
  expect(cancelText(aRequest({ money_back: { ...money_back, next: null }, timeRange }), 'Asia/Tokyo')).toBe(
    `Cancel until ${momentText(timeRange.start)} (${name}): £25.00 back.`,
  )
})

it('names what a rejection gives back: the price without what went back before', () => {
  expect(rejectText(aRequest())).toBe('@sam gets £25.00 back at once.')
  const payment = { ...PAYMENT.paid, status: 'partly_refunded', refunded_amount: '5.00' } as const
  expect(rejectText(aRequest({ payment }))).toBe('@sam gets £20.00 back at once.')
  expect(rejectText(aRequest({ payment: PAYMENT.unpaid }))).toBe('Nothing was paid for it yet.')
})
