import { expect, test } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import type { CallRequest } from './admission.ts'
import { createAdmission } from './admission-store.ts'

const request: CallRequest = {
  slug: 'slug',
  request_type: 'private',
  state: 'offered',
  outcome: null,
  ended_at: null,
  problem: null,
  timeRange: null,
  user: { id: 'fan-id', username: 'fan' },
  influencer: { user: { id: 'mia-id', username: 'mia' }, profile: { picture: null } },
  attendee: null,
  payment: {
    stripe_intent_confirmed: true,
    stripe_intent_secret: null,
    status: 'paid',
    returned_amount: '0.00',
    charged_back_amount: '0.00',
    card: null,
    refund_to: null,
    refunded_amount: '0.00',
  },
  total_duration: 60,
  used_duration: 0,
}
const unpaid = { ...request.payment, stripe_intent_confirmed: false }

async function visit(answer: CallRequest | ApiError, ownUserId = 'fan-id') {
  const requested: string[] = []
  const admission = createAdmission({
    slug: 'a slug',
    ownUserId,
    async get(path) {
      requested.push(path)
      if (answer instanceof ApiError) throw answer
      return answer
    },
  })
  await admission.load()
  return { ...admission.getSnapshot(), requested }
}

test('the buyer meets the influencer, and the influencer the buyer', async () => {
  const { parties, requested } = await visit(request)
  expect(requested).toEqual(['/api/parley/a%20slug/session/'])
  expect(parties).toMatchObject({ isInfluencer: false, otherUsername: 'mia', influencerUsername: 'mia' })
  const other = await visit(request, 'mia-id')
  expect(other.parties).toMatchObject({ isInfluencer: true, otherUsername: 'fan', influencerUsername: 'mia' })
})

test.each<[string, Partial<CallRequest>, string]>([
  ['a place at an event', { request_type: 'broadcast' }, 'invalid-type'],
  ['an unpaid request', { payment: unpaid }, 'unpaid'],
  ['a prepaid offer that nobody accepted', { request_type: 'prepaid', influencer: null }, 'unclaimed'],
])('%s has no call', async (_, change, obstacle) => {
  expect(await visit({ ...request, ...change })).toMatchObject({ parties: null, obstacle })
})

test('somebody else’s call is not joined', async () => {
  expect((await visit(request, 'stranger-id')).obstacle).toBe('forbidden')
})

test.each<[string, Partial<CallRequest>]>([
  ['completed', { state: 'completed' }],
  ['rejected', { state: 'rejected' }],
  ['used up', { used_duration: 60 }],
])('a call that is %s is over', async (_, change) => {
  expect((await visit({ ...request, ...change })).parties?.isOver).toBe(true)
})

test('a call that was begun and accepted can be joined again', async () => {
  const { parties } = await visit({ ...request, state: 'accepted', used_duration: 12.5 })
  expect(parties).toMatchObject({ isOver: false, usedSeconds: 12.5 })
})

test.each([
  [402, 'unpaid'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [503, 'failed'],
  [0, 'failed'],
])('an answer of %i is shown as %s', async (status, obstacle) => {
  expect((await visit(new ApiError(status, null, 'no'))).obstacle).toBe(obstacle)
})
