import type { Influencer, SessionRequest } from '@parley/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { deviceZone, showZone } from '../../language/shown-zone.ts'
import { AnswerTimes } from './answer-times.tsx'
import { HeldNote } from './held-note.tsx'
import { MoveCall } from './move-call.tsx'
import { slotText } from './slot-text.ts'
import { SuggestTimes } from './suggest-times.tsx'

beforeAll(() => showZone('Asia/Tokyo'))
afterAll(() => showZone(deviceZone()))
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2027-03-02T08:00:00.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const ivy = { user: { username: 'ivy' }, booking_mode: 'offered' } as unknown as Influencer
const slot = {
  ...{ start: '2027-03-05T10:00:00.000Z', end: '2027-03-05T10:20:00.000Z', sequence: 0 },
  ...{ hold_expires_at: null, moves_left: 1, move_until: '2027-03-04T20:30:00.000Z' },
  ...{ accept: 'auto', answer_by: null, proposal: null },
} as const
const request = (over: Partial<NonNullable<SessionRequest['slot']>>): SessionRequest =>
  ({
    ...{ slug: 'slug1', amount: '25.00', user: { username: 'fred' }, influencer: ivy },
    payment: { status: 'paid' },
    slot: { ...slot, ...over },
  }) as unknown as SessionRequest
const ANSWER_BY = '2027-03-03T20:30:00.000Z'
const suggested = request({
  proposal: {
    slots: [{ start: '2027-03-06T10:00:00.000Z', end: '2027-03-06T10:20:00.000Z' }],
    ...{ message: null, answer_by: ANSWER_BY },
  },
})
const nothing = () => undefined
const inTokyo = (at: string) => `${slotText(at, 'Asia/Tokyo')} (Tokyo)`

const shown = (part: ReactNode): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{part}</MemoryRouter>
    </QueryClientProvider>,
  )

it.each([
  [
    'until when a call can be moved',
    <MoveCall key="m" request={request({})} influencer={ivy} shows="nothing" moved={nothing} />,
    `Moving costs nothing, until ${inTokyo(slot.move_until)}.`,
  ],
  [
    'by when a buyer answers a suggestion',
    <AnswerTimes key="a" request={suggested} answered={nothing} />,
    `Without an answer by ${inTokyo(ANSWER_BY)} the time you have stands.`,
  ],
  [
    'by when an influencer gets the answer',
    <SuggestTimes key="s" request={suggested} influencer={ivy} suggested={nothing} />,
    `@fred answers until ${inTokyo(ANSWER_BY)}; without an answer the old time stands.`,
  ],
  [
    'until when a time is held',
    <HeldNote key="h" request={request({ hold_expires_at: '2027-03-02T08:10:00.000Z' })} onEnd={nothing} />,
    'Held for you until 17:10',
  ],
])('%s is written in the zone in which the slots are shown', (_what, part, text) => {
  expect(shown(part)).toContain(text)
})

it('in the zone of this device a time has the short name of its zone, as everywhere else on the card', () => {
  showZone(deviceZone())
  try {
    const move = <MoveCall request={request({})} influencer={ivy} shows="nothing" moved={nothing} />
    expect(shown(move)).toContain('until Thu 4 Mar, 20:30\u00a0UTC.')
  } finally {
    showZone('Asia/Tokyo')
  }
})

it.each(['disputed', 'charged_back'] as const)('a call cannot be moved whose payment is %s', status => {
  const atBank = { ...request({}), payment: { ...request({}).payment, status } }
  const move = <MoveCall request={atBank} influencer={ivy} shows="nothing" moved={nothing} />
  expect(shown(move)).toBe('')
})

it('a buyer who refuses all suggested times reads what comes back: not what they have back already', () => {
  const none = (more: object) => shown(<AnswerTimes request={{ ...suggested, ...more }} answered={nothing} />)
  expect(none({})).toContain('None of them: £25.00 back, and no call')
  const money_back = { now: { amount: '20.00', cause: 'cancelled' }, next: null }
  expect(none({ money_back })).toContain('None of them: £20.00 back, and no call')
  const payment = { ...suggested.payment, refunded_amount: '4.00' }
  expect(none({ payment, money_back: { ...money_back, now: null } })).toContain('None of them: £21.00 back')
})
