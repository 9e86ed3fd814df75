import { expect, it } from 'vitest'
import { deviceZone, zoneName } from '../../../language/shown-zone.ts'
import { aRequest } from '../a-request.testing.ts'
import { besideText, whenText } from './agreed-time.ts'

const own = deviceZone()
const at = (time: string) => `2026-12-01T${time}:00.000Z`
const between = (from: string, until: string) => ({ start: at(from), end: at(until) })
/** Requested for any time of an afternoon; the call takes half an hour. */
const proposed = aRequest({ id: 'asked', timeRange: between('14:00', '18:00') })
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
  ['nothing was agreed', aRequest(), 'booked 1 Jan 2026'],
  ['it has a time', sold, 'Tue, 1 Dec 2026, 15:00\u00a0UTC'],
  [
    'its window is hardly longer than the call',
    aRequest({ timeRange: between('15:00', '15:40') }),
    '15:00\u00a0UTC',
  ],
  ['two such calls fit into its window', proposed, '14:00 to 18:00\u00a0UTC'],
  [
    'its window ends on another day',
    aRequest({ timeRange: { start: at('22:00'), end: '2026-12-02T02:00:00.000Z' } }),
    'to Wed, 2 Dec 2026, 02:00\u00a0UTC',
  ],
])('when a request is for is said where %s', (_where, request, expected) => {
  expect(whenText(request, own)).toContain(expected)
})

const first = { start: at('15:00'), user: { id: 'u3', username: 'finn' } }

it.each([
  [1, 'In this time you have a call already: with @finn, Tue, 1 Dec 2026, 15:00\u00a0UTC.'],
  [2, 'In this time you have 2 calls already. The first is with @finn, Tue, 1 Dec 2026, 15:00\u00a0UTC.'],
])('who is asked for a stretch of time reads what is sold in it: %s', (count, text) => {
  expect(besideText({ ...proposed, sold_beside: { count, ...first } }, own)).toBe(text)
})

it('and has no text when nothing is sold in that time', () => {
  expect(besideText(proposed, own)).toBeNull()
})

it('names the zone of its time, where slots are shown in another one; a day needs none', () => {
  const name = zoneName(own)
  expect(whenText(sold, 'Asia/Tokyo')).toBe(`Tue, 1 Dec 2026, 15:00 (${name})`)
  expect(whenText(proposed, 'Asia/Tokyo')).toBe(`Tue, 1 Dec 2026, 14:00 to 18:00 (${name})`)
  expect(whenText(aRequest(), 'Asia/Tokyo')).toBe('booked 1 Jan 2026')
  const beside = besideText({ ...proposed, sold_beside: { count: 1, ...first } }, 'Asia/Tokyo')
  expect(beside).toContain(`15:00 (${name}).`)
})
