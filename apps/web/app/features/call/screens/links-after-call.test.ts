import { expect, it } from 'vitest'
import { nextLink } from './links-after-call.ts'

const parties = {
  slug: 'abc',
  isGift: false,
  influencerUsername: 'ivy',
  otherId: 'x',
  otherUsername: 'y',
  totalSeconds: 900,
  usedSeconds: 900,
  startsAt: null,
  endsAt: null,
  isOver: true,
}

it.each([
  ['private', false, { path: '/profile/ivy', name: 'Book again' }],
  ['private', true, { path: '/profile/ivy', name: 'Back to the profile' }],
  ['prepaid', false, { path: '/prepaid', name: 'Create another link' }],
  ['prepaid', true, { path: '/prepaid', name: 'Back to your prepaid links' }],
] as const)(
  'from a %s call (as influencer: %s) one goes on where there is something to do',
  (requestType, isInfluencer, link) => {
    expect(nextLink({ ...parties, requestType, isInfluencer })).toEqual(link)
  },
)
