import type { SessionRequest } from '@parley/contract'
import { expect, it } from 'vitest'
import { ENGLISH, readLanguageFrom } from '../../../language/text.ts'
import { aRequest, PAYMENT } from '../a-request.testing.ts'
import { currentRequest, groupRequests, openPrepaidCalls, openPrivateCount } from './request-groups.ts'
import { stateText } from './state-text.ts'

it('requests are grouped into prepaid, live and private, in this order', () => {
  const requests = [
    aRequest({ id: '1' }),
    aRequest({ id: '2', request_type: 'broadcast' }),
    aRequest({ id: '3', request_type: 'prepaid' }),
    aRequest({ id: '4' }),
  ]
  expect(groupRequests(requests).map(group => [group.name, group.requests.map(one => one.id)])).toEqual([
    ['Prepaid', ['3']],
    ['Live', ['2']],
    ['Private', ['1', '4']],
  ])
})

it('in each group the open requests are above the ended ones, and their order stays', () => {
  const requests = [
    aRequest({ id: 'cancelled', state: 'cancelled' }),
    aRequest({ id: 'asked' }),
    aRequest({ id: 'completed', state: 'completed' }),
    aRequest({ id: 'accepted', state: 'accepted' }),
  ]
  const [group] = groupRequests(requests)
  expect(group?.requests.map(({ id }) => id)).toEqual(['asked', 'accepted', 'cancelled', 'completed'])
})

it('private requests that are paid and still open are counted', () => {
  const requests = [
    aRequest({ id: '1' }),
    aRequest({ id: '6', payment: PAYMENT.unpaid }),
    aRequest({ id: '2', state: 'accepted' }),
    aRequest({ id: '3', state: 'completed' }),
    aRequest({ id: '4', state: 'rejected' }),
    aRequest({ id: '5', request_type: 'broadcast' }),
  ]
  expect(openPrivateCount(requests)).toBe(2)
})

it('a profile shows its buyer the newest private request that is still open', () => {
  const requests = [
    aRequest({ id: 'old', created_at: '2026-01-01T00:00:00Z' }),
    aRequest({ id: 'new', created_at: '2026-02-01T00:00:00Z' }),
    aRequest({ id: 'over', state: 'completed', created_at: '2026-03-01T00:00:00Z' }),
    aRequest({ id: 'live', request_type: 'broadcast', created_at: '2026-04-01T00:00:00Z' }),
  ]
  expect(currentRequest(requests)?.id).toBe('new')
  expect(currentRequest(requests.slice(2))).toBeNull()
})

it("a person's page shows the open, paid prepaid calls that this person performs, the newest first", () => {
  const prepaid = (id: string, over: Partial<SessionRequest> = {}) =>
    aRequest({ id, request_type: 'prepaid', ...over })
  const found = openPrepaidCalls(
    [
      prepaid('old'),
      prepaid('new', { state: 'accepted', created_at: '2026-02-01T00:00:00Z' }),
      prepaid('part', {
        payment: { ...PAYMENT.paid, status: 'partly_refunded' },
        created_at: '2025-01-01T00:00:00Z',
      }),
      prepaid('unpaid', { payment: PAYMENT.unpaid }),
      prepaid('back', { payment: { ...PAYMENT.paid, status: 'refunded' } }),
      prepaid('over', { state: 'completed' }),
      prepaid('unclaimed', { influencer: null }),
      prepaid('elsewhere', {
        influencer: { user: { id: 'u3', username: 'ivy' }, profile: { picture: null } },
      }),
      aRequest({ id: 'private' }),
    ],
    'maya',
  )
  expect(found.map(request => request.id)).toEqual(['new', 'old', 'part'])
})

it.each([
  ['unpaid', aRequest({ payment: PAYMENT.unpaid }), 'Waiting for payment'],
  ['paid', aRequest(), 'Paid, ready to start'],
  [
    'paid and waiting for somebody',
    aRequest({ request_type: 'prepaid', influencer: null }),
    'Paid, waiting for somebody to accept',
  ],
  [
    'never claimed',
    aRequest({ influencer: null, state: 'expired', outcome: 'unclaimed' }),
    'Not claimed in time',
  ],
  ['never used', aRequest({ state: 'expired', outcome: 'unclaimed' }), 'Not used in time'],
  ['served', aRequest({ state: 'completed', outcome: 'served' }), 'Completed'],
  [
    'cut short',
    aRequest({
      state: 'completed',
      outcome: 'part_served',
      payment: { ...PAYMENT.paid, status: 'partly_refunded', refunded_amount: '10.00' },
    }),
    'Ended early, £10.00 back',
  ],
])('a request that is %s says so, with the money that went back', (_name, request, text) => {
  expect(stateText(request, { username: 'sam' }).text).toBe(text)
})

const bankSaid = (status: 'disputed' | 'charged_back') => ({ ...PAYMENT.paid, status })

it.each([
  ['sam', aRequest({ payment: bankSaid('disputed') }), 'Payment disputed by your bank'],
  ['maya', aRequest({ payment: bankSaid('disputed') }), 'Payment disputed by the buyer’s bank'],
  [
    'sam',
    aRequest({ state: 'completed', outcome: 'served', payment: bankSaid('disputed') }),
    'Completed, payment disputed by your bank',
  ],
  [
    'maya',
    aRequest({ state: 'completed', outcome: 'charged_back', payment: bankSaid('charged_back') }),
    'Payment taken back by the buyer’s bank',
  ],
])('@%s reads what a bank did with the payment', (username, request, text) => {
  expect(stateText(request, { username })).toEqual({ text, tone: 'bad' })
})

it('a paid request has an open answer for its influencer, and is ready for its buyer', () => {
  expect(stateText(aRequest(), { username: 'maya' })).toEqual({
    text: 'Paid, waiting for your answer',
    tone: 'open',
  })
  expect(stateText(aRequest(), { username: 'sam' }).tone).toBe('good')
})

it('in another language the end and the refund are one sentence of that language', () => {
  const catalogue = {
    'Ended early': 'Vorzeitig beendet',
    '{ended}, {amount} back': '{ended}, {amount} zurück',
  }
  readLanguageFrom(() => ({ language: 'de', catalogue }))
  const payment = { ...PAYMENT.paid, status: 'partly_refunded' as const, refunded_amount: '10.00' }
  const request = aRequest({ state: 'completed', outcome: 'part_served', payment })
  const { text } = stateText(request, { username: 'sam' })
  readLanguageFrom(() => ENGLISH)
  expect(text.replace(/\s/g, ' ')).toBe('Vorzeitig beendet, 10,00 £ zurück')
})
