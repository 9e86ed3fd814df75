import { expect, test } from 'vitest'
import { aRequest, PAYMENT } from '../../features/requests/a-request.testing.ts'
import { nextCall } from './next-call.ts'

const at = (minutes: number, length = 20) => ({
  start: new Date(minutes * 60_000).toISOString(),
  end: new Date((minutes + length) * 60_000).toISOString(),
})
const call = (slug: string, timeRange: { start: string; end: string } | null, more = {}) =>
  aRequest({ slug, timeRange, state: 'accepted', payment: PAYMENT.paid, ...more })

test('the next call is the paid one with a date that is running or starts first', () => {
  const requests = [
    call('later', at(200)),
    call('soon', at(100)),
    call('running', at(50)),
    call('over', at(10)),
    call('undated', null),
    call('unpaid', at(60), { payment: PAYMENT.unpaid }),
    call('cancelled', at(61), { state: 'cancelled' }),
  ]
  const next = (minutes: number) => nextCall(requests, minutes * 60_000)?.slug ?? null
  expect(next(40)).toBe('running')
  expect(next(69)).toBe('running')
  expect(next(70)).toBe('soon')
  expect(next(150)).toBe('later')
  expect(next(220)).toBeNull()
})

test('the next call is found behind any number of places at events', () => {
  const place = (nth: number) => call(`place${nth}`, null, { request_type: 'broadcast' })
  const places = Array.from({ length: 120 }, (_, nth) => place(nth))
  expect(nextCall([...places, call('soon', at(60))], 0)?.slug).toBe('soon')
})
