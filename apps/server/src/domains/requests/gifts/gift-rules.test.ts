import { expect, it } from 'vitest'
import type { RequestFacts } from '../request.ts'
import { MADE_AT, paidRequest, unpaidRequest } from '../testing/request-facts.ts'
import { attend, GIFTS_TAKEN_MAX, type GiftStanding, give, standingOf, withdraw } from './gift-rules.ts'

const fresh = { takenAt: null, withdrawnAt: null }
const taken = { takenAt: MADE_AT, withdrawnAt: null }
const withdrawn = { takenAt: MADE_AT, withdrawnAt: MADE_AT }
const begun: RequestFacts = { ...paidRequest, state: 'accepted', begunAt: MADE_AT }

it.each<[string, RequestFacts, typeof fresh | typeof taken | typeof withdrawn, GiftStanding]>([
  ['paid and not begun', paidRequest, fresh, 'open'],
  ['paid and accepted by its influencer', { ...paidRequest, state: 'accepted' }, fresh, 'open'],
  ['not paid yet', unpaidRequest, fresh, 'over'],
  ['refunded', { ...paidRequest, paymentStatus: 'refunded' }, fresh, 'over'],
  ['disputed', { ...paidRequest, paymentStatus: 'disputed' }, fresh, 'over'],
  ['cancelled', { ...paidRequest, state: 'cancelled' }, fresh, 'over'],
  ['begun', begun, fresh, 'begun'],
  ['accepted by somebody', paidRequest, taken, 'taken'],
  ['taken back, whatever else', { ...paidRequest, state: 'cancelled' }, withdrawn, 'withdrawn'],
])('the link of a call that is %s', (_what, request, link, standing) => {
  expect(standingOf(request, link)).toBe(standing)
  const decided = attend(request, { ...link, attendeeId: 'gina' })
  if (standing === 'open') expect(decided).toMatchObject({ patch: { attendeeId: 'gina' }, refund: null })
  else expect(decided).toHaveProperty('notAllowed')
})

it.each<[string, RequestFacts, boolean]>([
  ['paid', paidRequest, true],
  ['that can still be paid', unpaidRequest, true],
  ['that has begun', begun, false],
  ['that somebody attends already', { ...paidRequest, attendeeId: 'gina' }, false],
  ['that is a place at an event', { ...paidRequest, requestType: 'broadcast' }, false],
  ['that was refunded', { ...paidRequest, paymentStatus: 'refunded' }, false],
  ['that is over', { ...paidRequest, state: 'expired' }, false],
])('a call %s is given away where it may be', (_what, request, isAllowed) => {
  expect(give(request, GIFTS_TAKEN_MAX - 1)).toHaveProperty(isAllowed ? 'patch' : 'notAllowed')
  expect(give(request, GIFTS_TAKEN_MAX)).toHaveProperty('notAllowed')
})

it('is taken back until the call begins, from who accepted it too', () => {
  expect(withdraw({ ...paidRequest, attendeeId: 'gina' })).toMatchObject({ patch: { attendeeId: null } })
  expect(withdraw(begun)).toHaveProperty('notAllowed')
  expect(withdraw({ ...paidRequest, state: 'completed' })).toHaveProperty('notAllowed')
})
