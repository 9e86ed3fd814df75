import { expect, it } from 'vitest'
import { aRequest } from '../../requests/a-request.testing.ts'
import { backLink, nextLink } from './links-after-call.ts'

const parties = {
  slug: 'abc',
  isGift: false,
  influencerUsername: 'ivy',
  profileOpens: true,
  otherId: 'x',
  otherUsername: 'y',
  totalSeconds: 900,
  usedSeconds: 900,
  startsAt: null,
  endsAt: null,
  isOver: true,
  sale: aRequest({ state: 'completed' }),
}

it.each(['private', 'prepaid'] as const)(
  'End Call of a %s call leads both people to the page of the performer',
  requestType => {
    for (const isInfluencer of [false, true]) {
      const call = { ...parties, requestType, isInfluencer }
      expect(backLink(call)).toEqual({ path: '/profile/ivy', name: 'Back to the profile' })
    }
  },
)

it.each([
  ['private', 'buyer', { path: '/profile/ivy', name: 'Book again' }],
  ['private', 'influencer', { path: '/profile/ivy', name: 'Back to the profile' }],
  ['prepaid', 'buyer', { path: '/prepaid', name: 'Create another link' }],
  ['prepaid', 'influencer', { path: '/profile/ivy', name: 'Back to the profile' }],
  ['prepaid', 'attendee', { path: '/profile/ivy', name: 'Back to the profile' }],
] as const)(
  'after the end of a %s call its %s is led to a page with something to do',
  (requestType, side, link) => {
    const isInfluencer = side === 'influencer'
    expect(nextLink({ ...parties, requestType, isInfluencer, isGift: side === 'attendee' })).toEqual(link)
  },
)

it.each([
  ['private', 'buyer', { path: '/explore', name: 'Explore' }],
  ['private', 'attendee', { path: '/explore', name: 'Explore' }],
  ['prepaid', 'attendee', { path: '/explore', name: 'Explore' }],
  ['prepaid', 'buyer', { path: '/prepaid', name: 'Create another link' }],
] as const)('no profile is offered that does not open: %s, %s', (requestType, side, link) => {
  const isGift = side === 'attendee'
  expect(nextLink({ ...parties, profileOpens: false, requestType, isInfluencer: false, isGift })).toEqual(
    link,
  )
})
