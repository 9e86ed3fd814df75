import {
  type CallAttendance,
  PAYMENT_STATUSES,
  REQUEST_OUTCOMES,
  REQUEST_STATES,
  SETTLED_BY,
  type StaffRequest,
} from '@parley/contract'
import { expect, it } from 'vitest'
import { aStaffRequest } from './a-staff-request.testing.ts'
import { whyLines } from './why-words.ts'

const seen = { first_seen: '2027-03-02T10:00:00Z', last_seen: '2027-03-02T10:05:00Z', waited: 0 }
const attendance: CallAttendance = {
  ...{ agreed: null, opens_at: null, you: seen, other: seen, used: 250.4, decision: null },
  live: [
    { start: '2027-03-02T10:00:00Z', end: '2027-03-02T10:02:00Z', ended_by: 'platform' },
    { start: '2027-03-02T10:02:30Z', end: '2027-03-02T10:05:00Z', ended_by: 'influencer' },
  ],
}

it('who cannot read code reads why a call failed, and what proves it', () => {
  const request = aStaffRequest({ outcome: 'part_served', settled_by: 'cut_by_influencer', attendance })
  expect(whyLines(request)).toEqual({
    answer: '@maya ended it early.',
    proofs: [
      'Used: 04:10 of 15:00.',
      'It stopped 1 time and went on.',
      'The last time: @maya left, or their connection broke.',
    ],
  })
})

it('the person who attends in the buyer’s place is the one who was there or not', () => {
  const attendee = { id: 'u3', username: 'ann' }
  const request = aStaffRequest({ outcome: 'buyer_absent', settled_by: 'buyer_absent', attendee })
  expect(whyLines(request).answer).toBe('@maya waited, and @ann did not come.')
})

it.each<[Partial<StaffRequest>, string]>([
  [
    { state: 'offered', payment: 'failed' },
    'The last payment failed. The buyer can try again with another card.',
  ],
  [{ state: 'offered', payment: 'unpaid' }, 'It is not paid. The call cannot begin before it is.'],
  [{ state: 'offered' }, 'It is paid. It begins when both of them are there.'],
  [{ state: 'offered', influencer: null }, 'It is paid, and waits for somebody to accept it.'],
  [
    { state: 'accepted', payment: 'disputed' },
    'The bank of the buyer asks for the money back, and decides. The call cannot begin before.',
  ],
  [{ state: 'accepted' }, 'It is paid and agreed. It has not begun.'],
  [{ state: 'accepted', attendance }, 'The call stopped before its time. It can still go on.'],
])('what is open and has not taken place says what it waits for: %j', (over, answer) => {
  expect(whyLines(aStaffRequest({ outcome: null, settled_by: null, ...over })).answer).toBe(answer)
})

it('every way to end and every state has words without a code in them', () => {
  const all = [
    ...SETTLED_BY.map(settled_by => aStaffRequest({ settled_by })),
    ...REQUEST_OUTCOMES.map(outcome => aStaffRequest({ outcome, settled_by: null })),
    ...REQUEST_STATES.flatMap(state =>
      PAYMENT_STATUSES.map(payment => aStaffRequest({ state, payment, outcome: null, settled_by: null })),
    ),
  ]
  for (const { answer } of all.map(whyLines)) expect(answer).toMatch(/^[A-Z@][^_{}]+\.$/)
})
