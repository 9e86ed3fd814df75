import { expect, it } from 'vitest'
import { aRequest, PAYMENT } from '../a-request.testing.ts'
import { requestLink } from './link-text.ts'

const buyer = { username: 'sam' }
const influencer = { username: 'maya' }
const event = { slug: 'party', title: 'Party', format: 'broadcast' as const, absent: null, order: null }

it.each([
  ['nobody logged in', aRequest(), null, { text: 'login to view link' }],
  ['a buyer who has not paid', aRequest({ payment: PAYMENT.unpaid }), buyer, { text: 'pay to view link' }],
  ['a buyer who has paid', aRequest(), buyer, { path: '/chat/slug1' }],
  ['the influencer', aRequest({ payment: PAYMENT.unpaid }), influencer, { path: '/paidchat/slug1' }],
  [
    'the buyer of a place at a broadcast',
    aRequest({ request_type: 'broadcast', live_event: event }),
    buyer,
    { path: '/stream/maya/party' },
  ],
  [
    'the influencer of a broadcast',
    aRequest({ request_type: 'broadcast', live_event: event }),
    influencer,
    { path: '/stream/maya/party' },
  ],
  [
    'anyone at an unclaimed prepaid',
    aRequest({ request_type: 'prepaid', influencer: null }),
    buyer,
    { text: 'claim to view link' },
  ],
  [
    'the requester of an unpaid prepaid',
    aRequest({ request_type: 'prepaid', influencer: null, payment: PAYMENT.unpaid }),
    buyer,
    { text: 'pay to view link' },
  ],
  [
    'nobody logged in, of an unclaimed prepaid',
    aRequest({ request_type: 'prepaid', influencer: null }),
    null,
    { text: 'login to view link' },
  ],
  [
    'the requester of a prepaid that somebody accepted',
    aRequest({ request_type: 'prepaid' }),
    buyer,
    { path: '/chat/slug1' },
  ],
  [
    'whoever accepted a prepaid',
    aRequest({ request_type: 'prepaid' }),
    influencer,
    { path: '/paidchat/slug1' },
  ],
])('the link of a request, seen by %s', (_who, request, viewer, link) => {
  expect(requestLink(request, viewer)).toEqual(link)
})
