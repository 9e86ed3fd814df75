import { expect, it } from 'vitest'
import { aRequest, PAYMENT } from '../a-request.testing.ts'
import { besideText, whenText } from './agreed-time.ts'

const at = (time: string) => `2026-12-01T${time}:00.000Z`
const between = (from: string, until: string) => ({ start: at(from), end: at(until) })
/** Asked for at some moment of an afternoon; it takes half an hour. */
const asked = aRequest({ id: 'asked', timeRange: between('14:00', '18:00') })
const slot = {
  ...{ start: at('15:00'), end: at('15:35'), sequence: 0, hold_expires_at: null, moves_left: 2 },
  ...{ move_until: at('03:00'), accept: 'auto' as const, answer_by: null, proposal: null },
}
const sold = aRequest({
  id: 'sold',
  state: 'accepted',
  slot,
  timeRange: between('15:00', '15:35'),
  user: { id: 'u3', username: 'finn' },
})

it.each([
  ['nothing was agreed', aRequest(), '1 Jan 2026'],
  ['it has a time', sold, 'Tue, 1 Dec 2026, 15:00'],
  ['its window is hardly longer than the call', aRequest({ timeRange: between('15:00', '15:40') }), '15:00'],
  ['two such calls fit into its window', asked, '14:00 to 18:00'],
  [
    'its window ends on another day',
    aRequest({ timeRange: { start: at('22:00'), end: '2026-12-02T02:00:00.000Z' } }),
    'to Wed, 2 Dec 2026, 02:00',
  ],
])('when a request is for is said where %s', (_where, request, expected) => {
  expect(whenText(request)).toContain(expected)
})

it('who is asked for a stretch of time reads what is sold in it', () => {
  expect(besideText(asked, [asked, sold])).toBe(
    'In this time you have a call already: with @finn, Tue, 1 Dec 2026, 15:00.',
  )
  const earlier = aRequest({ id: 'earlier', timeRange: between('14:10', '14:50') })
  expect(besideText(asked, [asked, sold, earlier])).toBe(
    'In this time you have 2 calls already. The first is with @sam, Tue, 1 Dec 2026, 14:10.',
  )
})

it.each([
  ['ends when it begins', { timeRange: between('13:00', '14:00') }],
  ['begins when it ends', { timeRange: between('18:00', '18:40') }],
  ['is over', { state: 'completed' }],
  ['nobody paid or accepted', { state: 'offered', payment: PAYMENT.unpaid }],
  ['is a stretch too', { slot: null, timeRange: between('14:00', '17:00') }],
  ['has no time', { slot: null, timeRange: null }],
] as const)('a call that %s is not in the way', (_how, change) => {
  expect(besideText(asked, [asked, { ...sold, ...change }])).toBeNull()
})

it('nothing is said of a call whose own time is taken, nor of one without a time', () => {
  expect(besideText({ ...sold, id: 'tight' }, [sold])).toBeNull()
  expect(besideText(aRequest({ id: 'free' }), [sold])).toBeNull()
})
