import { expect, it } from 'vitest'
import { admit, type CallRequest, type Obstacle, obstacleOf } from './admission.ts'

const person = (name: string) => ({ id: `id-${name}`, username: name })
const request: CallRequest = {
  slug: 'abc',
  request_type: 'private',
  state: 'offered',
  outcome: null,
  ended_at: null,
  user: person('fred'),
  attendee: null,
  influencer: { user: person('ivy'), profile: { picture: null } },
  payment: {
    stripe_intent_confirmed: true,
    stripe_intent_secret: null,
    status: 'paid',
  } as CallRequest['payment'],
  problem: null,
  timeRange: null,
  total_duration: 900,
  used_duration: 0,
}
const unpaid = { ...request.payment, stripe_intent_confirmed: false }
const disputed = { ...request.payment, status: 'disputed' } as const

it.each<[string, Partial<CallRequest>, string, Obstacle]>([
  ['a place at an event', { request_type: 'broadcast' }, 'fred', 'invalid-type'],
  [
    'a prepaid link that nobody has accepted',
    { request_type: 'prepaid', influencer: null },
    'fred',
    'unclaimed',
  ],
  ['a stranger', {}, 'sam', 'forbidden'],
  ['a stranger, before anything is said of the payment', { payment: unpaid }, 'sam', 'forbidden'],
  ['a buyer who gave the call to somebody', { attendee: person('gina') }, 'fred', 'given'],
  ['a buyer who has not paid', { payment: unpaid }, 'fred', 'unpaid'],
  [
    'a buyer whose bank still thinks about the payment',
    { payment: { ...unpaid, status: 'processing' } },
    'fred',
    'processing',
  ],
  ['a buyer whose bank disputes the payment', { payment: disputed }, 'fred', 'disputed'],
  ['the influencer of a call that a bank disputes', { payment: disputed }, 'ivy', 'disputed'],
])('%s is not let in', (_what, changed, who, obstacle) => {
  expect(admit({ ...request, ...changed }, `id-${who}`)).toBe(obstacle)
})

it.each<[string, Partial<CallRequest>, string, string]>([
  ['the buyer meets the influencer', {}, 'fred', 'ivy'],
  ['the influencer meets the buyer', {}, 'ivy', 'fred'],
  ['who was given the call meets the influencer', { attendee: person('gina') }, 'gina', 'ivy'],
  ['the influencer meets who was given the call', { attendee: person('gina') }, 'ivy', 'gina'],
])('%s', (_what, changed, who, other) => {
  const parties = admit({ ...request, ...changed }, `id-${who}`)
  expect(parties).toMatchObject({ otherUsername: other, isInfluencer: who === 'ivy', isOver: false })
  expect(parties).toMatchObject({ isGift: who === 'gina' })
})

it('knows a call that is over by its state and by its time', () => {
  expect(admit({ ...request, state: 'cancelled' }, 'id-fred')).toMatchObject({ isOver: true })
  expect(admit({ ...request, state: 'completed', payment: disputed }, 'id-fred')).toMatchObject({
    isOver: true,
  })
  expect(admit({ ...request, used_duration: 900 }, 'id-fred')).toMatchObject({ isOver: true })
  expect(admit({ ...request, used_duration: 899 }, 'id-fred')).toMatchObject({ isOver: false })
})

it('knows how the sale of a call ended', () => {
  const ended = { state: 'completed', outcome: 'served', ended_at: '2026-01-01T10:15:00Z' } as const
  expect(admit({ ...request, ...ended }, 'id-fred')).toMatchObject({
    sale: { ...ended, payment: request.payment },
  })
})

it('tells what is not there from what failed', () => {
  expect([402, 403, 404, 500, 0].map(obstacleOf)).toEqual([
    'unpaid',
    'forbidden',
    'not-found',
    'failed',
    'failed',
  ])
})
