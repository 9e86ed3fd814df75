import {
  type CallAttendance,
  PAYMENT_STATUSES,
  REQUEST_OUTCOMES,
  REQUEST_STATES,
  SETTLED_BY,
  type StaffRequest,
} from '@parley/contract'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { aStaffRequest } from './a-staff-request.testing.ts'
import { WhyCard } from './why-card.tsx'
import { whyLines } from './why-words.ts'

const seen = { first_seen: '2027-03-02T10:00:00Z', last_seen: '2027-03-02T10:05:00Z', waited: 0 }
const attendance: CallAttendance = {
  ...{ agreed: null, opens_at: null, you: seen, other: seen, used: 250.4, decision: null },
  live: [
    { start: '2027-03-02T10:00:00Z', end: '2027-03-02T10:02:00Z', ended_by: 'platform' },
    { start: '2027-03-02T10:02:30Z', end: '2027-03-02T10:05:00Z', ended_by: 'influencer' },
  ],
}

it('the page says in plain words why a call failed, and what proves it', () => {
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

it('an attendee, and not the buyer, is named as present or absent', () => {
  const attendee = { id: 'u3', username: 'ann' }
  const request = aStaffRequest({ outcome: 'buyer_absent', settled_by: 'buyer_absent', attendee })
  expect(whyLines(request).answer).toBe('@maya waited, and @ann did not come.')
})

const CONCEDED = {
  ...{ at: '2027-03-03T10:00:00Z', action: 'dispute_conceded', by: 'frieda' },
  ...{ from_state: 'accepted', state: 'accepted', payment: 'disputed' },
}
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
  [
    { state: 'cancelled', outcome: 'charged_back', payment: 'charged_back' },
    'The bank of the buyer took the money back.',
  ],
  [
    { state: 'cancelled', outcome: 'charged_back', payment: 'charged_back', history: [CONCEDED] },
    'The bank of the buyer took the money back, and staff accepted that.',
  ],
  [
    {
      ...{ state: 'cancelled', outcome: 'charged_back', payment: 'charged_back' },
      history: [CONCEDED, { ...CONCEDED, action: 'dispute_answered', by: null }],
    },
    'The bank of the buyer took the money back.',
  ],
  [{ state: 'accepted' }, 'It is paid and agreed. It has not begun.'],
  [
    { state: 'accepted', request_type: 'broadcast', begun_at: '2027-03-02T10:00:00Z' },
    'The event has begun.',
  ],
  [{ state: 'accepted', attendance }, 'The call stopped before its time. It can still go on.'],
])('what is open and has not taken place says what it waits for: %j', (over, answer) => {
  expect(whyLines(aStaffRequest({ outcome: null, settled_by: null, ...over })).answer).toBe(answer)
})

it.each<[Partial<StaffRequest>, string]>([
  [{ outcome: 'cancelled', payment: 'unpaid' }, 'It was cancelled. Nothing had been paid.'],
  [{ outcome: 'cancelled', payment: 'refunded' }, 'It was cancelled. What was paid goes back to the buyer.'],
  [{ outcome: 'rejected', payment: 'failed' }, '@maya declined. Nothing had been paid.'],
  [{ outcome: 'rejected', payment: 'refunded' }, '@maya declined. What was paid goes back to the buyer.'],
  [{ outcome: 'unpaid', payment: 'unpaid' }, 'It was not paid in time.'],
  [{ outcome: 'unpaid', payment: 'refunded' }, 'The payment came after it was over.'],
])('what no rule settled says whether anything was paid: %j', (over, answer) => {
  expect(whyLines(aStaffRequest({ settled_by: null, ...over })).answer).toBe(answer)
})

const change = (action: string, from_state: string, state: string) => ({
  ...{ at: '2027-03-02T10:00:00Z', action, by: null, from_state, state, payment: 'paid' },
})

it.each<[string, Partial<StaffRequest>, string]>([
  ['reject', { settled_by: 'rejected' }, '@maya declined.'],
  ['suspend', { settled_by: 'rejected' }, 'A suspension ended it.'],
  ['suspend', { settled_by: 'cut_by_influencer' }, 'A suspension ended it.'],
  ['suspend', { settled_by: 'used_up' }, 'All of the time was used.'],
  [
    'suspend',
    { settled_by: null, outcome: 'rejected', payment: 'unpaid' },
    'A suspension ended it. Nothing had been paid.',
  ],
  ['too_young', { settled_by: 'rejected' }, 'It ended because somebody is too young for it.'],
  ['refuse_proposal', { settled_by: 'rejected' }, 'None of the suggested times was taken.'],
  ['block', { settled_by: 'rejected' }, 'One of the two blocked the other, and that ended it.'],
  ['block', { settled_by: 'cancelled' }, 'One of the two blocked the other, and that ended it.'],
  [
    'block',
    { settled_by: 'ended_by_buyer' },
    'One of the two blocked the other, and that ended it. @sam ended the call, or their bank disputed it. What was not used stays paid.',
  ],
  [
    'block',
    { settled_by: null, outcome: 'rejected', payment: 'unpaid' },
    'One of the two blocked the other, and that ended it. Nothing had been paid.',
  ],
  ['remove_viewer', { settled_by: 'rejected' }, '@maya took @sam out of the event.'],
])('who did not decline is not said to have: %s, %j', (action, over, answer) => {
  const history = [
    change(action, 'accepted', 'rejected'),
    { ...change('refund_sent', 'rejected', 'rejected'), payment: 'refunded' },
  ]
  expect(whyLines(aStaffRequest({ history, ...over })).answer).toBe(answer)
})

it('a suspension that left the call open is not named as its end', () => {
  const history = [change('suspend', 'accepted', 'accepted'), change('reject', 'accepted', 'rejected')]
  expect(whyLines(aStaffRequest({ history, settled_by: 'rejected' })).answer).toBe('@maya declined.')
})

it.each([
  ['2027-03-02T10:15:00.000Z', 'The last time: The agreed time was over.'],
  [
    '2027-03-02T10:14:59.000Z',
    'The last time: Sound and picture stopped on both sides at once: the connection or our server, or Parley ended it.',
  ],
])('a dated call that runs to its agreed end blames nobody: %s', (end, line) => {
  const agreed = { start: '2027-03-02T10:00:00.000Z', end: '2027-03-02T10:15:00.000Z' }
  const live = [{ start: '2027-03-02T10:02:00.000Z', end, ended_by: 'platform' as const }]
  const request = aStaffRequest({ attendance: { ...attendance, agreed, live } })
  expect(whyLines(request).proofs.at(-1)).toBe(line)
})

const turn = {
  request_type: 'broadcast',
  event: { title: 'Spring', format: 'queue', absent: 'keep' },
} as const

it.each<[Partial<StaffRequest>, string]>([
  [{ settled_by: 'not_used' }, 'The turn ended early. What was not used goes back, second by second.'],
  [
    { settled_by: 'buyer_absent' },
    '@sam was not there for their turn. By the rule of the event the price stays paid.',
  ],
  [
    { settled_by: 'never_used' },
    '@sam was not there for their turn. By the rule of the event all of it goes back.',
  ],
  [{ settled_by: 'used_up' }, 'All of the time was used.'],
  [{ outcome: null, settled_by: null, state: 'accepted' }, 'It is paid, and waits in the line.'],
])('a turn of a queue has words of its own where those for a call are untrue: %j', (over, answer) => {
  expect(whyLines(aStaffRequest({ ...turn, ...over })).answer).toBe(answer)
})

it('a turn proves its used time, and blames nobody where the line went on', () => {
  const live = [{ start: '2027-03-02T10:00:00Z', end: '2027-03-02T10:00:40Z', ended_by: 'platform' as const }]
  const request = aStaffRequest({
    ...{ ...turn, settled_by: 'not_used', duration: 60 },
    attendance: { ...attendance, live, used: 40 },
  })
  expect(whyLines(request).proofs).toEqual([
    'Used: 00:40 of 01:00.',
    'The last time: Somebody ended the turn, or the connection broke.',
  ])
})

it('every outcome and every state has a text without codes', () => {
  const all = [
    ...SETTLED_BY.map(settled_by => aStaffRequest({ settled_by })),
    ...SETTLED_BY.map(settled_by => aStaffRequest({ ...turn, settled_by })),
    ...REQUEST_OUTCOMES.map(outcome => aStaffRequest({ outcome, settled_by: null })),
    ...REQUEST_STATES.flatMap(state =>
      PAYMENT_STATUSES.map(payment => aStaffRequest({ state, payment, outcome: null, settled_by: null })),
    ),
  ]
  for (const { answer } of all.map(whyLines)) expect(answer).toMatch(/^[A-Z@][^_{}]+\.$/)
})

const cardText = (over: Partial<StaffRequest>, shown: string | null = null) =>
  renderToStaticMarkup(createElement(WhyCard, { request: aStaffRequest(over), attendance: shown }))

it('of a place at a broadcast the card says when it was on air, and that nothing is kept of its viewers', () => {
  const event = { title: 'Spring', format: 'broadcast', absent: null } as const
  const place = { request_type: 'broadcast', event } as const
  const [start, end] = ['2027-03-02T10:00:00Z', '2027-03-02T10:42:00Z']
  const shown = cardText({ ...place, on_air: [{ start, end }] })
  expect(shown).toMatch(/The event was on air from [^<]*10:00[^<]* to [^<]*10:42/)
  expect(shown).toContain('Nothing is kept of who watched an event.')
  expect(cardText({ ...place, on_air: [{ start, end: null }] })).toMatch(/has been on air since [^<]*10:00/)
  expect(cardText({ ...place, on_air: [] })).toContain('The event was not on air.')
})

it('of a turn the card says who was there, and nothing of an event that was watched', () => {
  const shown = cardText(turn, 'Who was there')
  expect(shown).toContain('Who was there')
  expect(shown).not.toMatch(/on air|who watched/)
})
