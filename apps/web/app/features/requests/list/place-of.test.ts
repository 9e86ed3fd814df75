import { expect, it } from 'vitest'
import { aRequest, PAYMENT } from '../a-request.testing.ts'
import { placeOf } from './place-of.ts'

const here = (username: string) => ({ username, answersHere: false })

it.each([
  [
    'its buyer, unpaid',
    aRequest({ payment: PAYMENT.unpaid }),
    'sam',
    'Pay on their profile',
    '/profile/maya#pay-step',
  ],
  ['its buyer, paid', aRequest(), 'sam', 'Open profile', '/profile/maya'],
  [
    'its influencer, to answer',
    aRequest({ state: 'offered' }),
    'maya',
    'Answer on your profile',
    '/profile/maya#sessions',
  ],
  [
    'its influencer, who said yes',
    aRequest({ state: 'accepted' }),
    'maya',
    'Your sessions',
    '/profile/maya#sessions',
  ],
  ['the buyer of a link', aRequest({ request_type: 'prepaid' }), 'sam', 'Open', '/prepaid/slug1'],
])('a request leads %s on to where something can be done', (_who, request, username, words, to) => {
  expect(placeOf(request, here(username))).toEqual({ to, words })
})
