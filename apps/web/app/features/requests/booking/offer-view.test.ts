import { expect, it } from 'vitest'
import { aRequest, PAYMENT } from '../a-request.testing.ts'
import { offerView } from './offer-view.ts'

const link = aRequest({ request_type: 'prepaid', influencer: null })
const unpaid = { ...link, payment: PAYMENT.unpaid }
const claimed = aRequest({ request_type: 'prepaid', state: 'accepted' })
const revoked = aRequest({ ...link, state: 'cancelled', outcome: 'cancelled' })
const [requester, performer, stranger, visitor] = ['u1', 'u2', 'u3', null]

it.each([
  ['a visitor at a paid link', link, visitor, 'to-accept'],
  ['a stranger at a paid link', link, stranger, 'to-accept'],
  ['its requester at a paid link', link, requester, 'to-share'],
  ['its requester before paying', unpaid, requester, 'to-pay'],
  ['anybody else before it is paid', unpaid, stranger, 'none'],
  ['its requester once somebody accepted', claimed, requester, 'call-as-requester'],
  ['whoever accepted', claimed, performer, 'call-as-performer'],
  ['a stranger once somebody accepted', claimed, stranger, 'none'],
  ['a visitor at a revoked link', revoked, visitor, 'over'],
  ['anybody at a private request', aRequest(), requester, 'none'],
  ['anybody where there is nothing', null, requester, 'none'],
])('the page of a prepaid link, seen by %s', (_who, request, userId, view) => {
  expect(offerView(request, userId)).toBe(view)
})
