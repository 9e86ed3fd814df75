import type { SessionRequest } from '@parley/contract'
import { expect, it } from 'vitest'
import { deviceZone, zoneName } from '../../../language/shown-zone.ts'
import { answerByText, stateText } from './state-text.ts'

type Changed = Partial<Omit<SessionRequest, 'payment'>> & { payment?: Partial<SessionRequest['payment']> }
const base = {
  state: 'offered',
  outcome: null,
  request_type: 'private',
  timeRange: null,
  user: { id: 'f', username: 'fred' },
  influencer: { user: { id: 'i', username: 'ivy' } },
  payment: { status: 'paid', refunded_amount: '0.00' },
}
const slot = (changed: Partial<NonNullable<SessionRequest['slot']>>) =>
  ({ answer_by: null, proposal: null, ...changed }) as NonNullable<SessionRequest['slot']>
const waits = slot({ answer_by: '2026-03-02T10:00:00Z' })
const suggested = slot({ proposal: { slots: [], message: null, answer_by: '2026-03-02T10:00:00Z' } })
const AT_TEN = { start: '2026-03-02T10:00:00Z', end: '2026-03-02T10:15:00Z' }
/** The name of the zone is this machine's own. */
const withoutZone = (text: string) => text.replace('Mon,', 'Mon').replace(/(?<=10:\d\d)\s[^;,]+/, ' ZONE')
const request = ({ payment, ...changed }: Changed) =>
  ({ ...base, ...changed, payment: { ...base.payment, ...payment } }) as SessionRequest

it.each<[Changed, string, string]>([
  [{ payment: { status: 'unpaid' } }, 'fred', 'Waiting for payment'],
  [{ payment: { status: 'failed' } }, 'fred', 'Payment failed'],
  [{}, 'fred', 'Paid, ready to start'],
  [{}, 'ivy', 'Paid, waiting for your answer'],
  [{ slot: waits }, 'fred', 'Paid, waiting for their answer'],
  [{ slot: waits }, 'ivy', 'Paid, waiting for your answer'],
  [{ slot: suggested }, 'fred', 'Paid, waiting for your answer'],
  [{ slot: suggested }, 'ivy', 'Paid, waiting for their answer'],
  [{ influencer: null, request_type: 'prepaid' }, 'fred', 'Paid, waiting for somebody to accept'],
  [{ state: 'accepted' }, 'fred', 'Paid and accepted'],
  [{ state: 'accepted', used_duration: 56, total_duration: 600 }, 'fred', 'Begun, 09:04 left'],
  [{ state: 'accepted', used_duration: 56, total_duration: 600 }, 'ivy', 'Begun, 09:04 left'],
  [
    { state: 'accepted', used_duration: 56, total_duration: 600, timeRange: AT_TEN },
    'fred',
    'Begun, can go on until Mon 10:15 ZONE',
  ],
  [
    { state: 'accepted', used_duration: 56, total_duration: 600, timeRange: AT_TEN },
    'ivy',
    'Begun, can go on until Mon 10:15 ZONE',
  ],
  [{ state: 'completed', outcome: 'served' }, 'fred', 'Completed'],
  [{ state: 'completed', outcome: 'influencer_absent', settled_by: 'nobody_came' }, 'fred', 'Nobody came'],
  [{ state: 'completed', outcome: 'influencer_absent', settled_by: 'nobody_came' }, 'ivy', 'Nobody came'],
  [{ state: 'completed', outcome: 'influencer_absent' }, 'fred', 'The influencer did not come'],
  [
    { state: 'cancelled', outcome: 'cancelled', payment: { status: 'refunded', refunded_amount: '25.00' } },
    'fred',
    'Cancelled, £25.00 back',
  ],
  [{ state: 'expired', outcome: 'unclaimed' }, 'fred', 'Not used in time'],
  [{ state: 'expired', outcome: 'unclaimed', influencer: null }, 'fred', 'Not claimed in time'],
  [{ payment: { status: 'disputed' } }, 'fred', 'Payment disputed by your bank'],
  [{ payment: { status: 'disputed' } }, 'ivy', 'Payment disputed by the buyer’s bank'],
  [
    {
      state: 'cancelled',
      outcome: 'cancelled',
      payment: { status: 'refund_failed', refunded_amount: '25.00' },
    },
    'fred',
    'Cancelled, but your bank sent the refund back',
  ],
])('%o is said to %s as: %s', (changed, username, text) => {
  const said = stateText(request(changed), { username } as Parameters<typeof stateText>[1])
  expect(withoutZone(said.text)).toBe(text)
})

it.each<[Changed, string, string | null]>([
  [{ slot: waits }, 'ivy', 'Answer until Mon 10:00 ZONE; without it all the money goes back.'],
  [{ slot: waits }, 'fred', '@ivy answers until Mon 10:00 ZONE, or all of it comes back.'],
  // Who attends in the buyer's place does not learn about the money.
  [{ slot: waits, attendee: { id: 'g', username: 'gus' } }, 'gus', null],
  [{ slot: suggested }, 'ivy', null],
  [{ slot: null }, 'ivy', null],
])('until when a booked time is answered: %o is said to %s as: %s', (changed, username, text) => {
  const viewer = { username } as Parameters<typeof answerByText>[1]
  const said = answerByText(request(changed), viewer, deviceZone())
  expect(said && withoutZone(said)).toBe(text)
})

it('until when a booked time is answered names the zone, where slots are shown in another one', () => {
  const viewer = { username: 'ivy' } as Parameters<typeof answerByText>[1]
  expect(answerByText(request({ slot: waits }), viewer, 'Asia/Tokyo')).toContain(
    `10:00 (${zoneName(deviceZone())});`,
  )
})
