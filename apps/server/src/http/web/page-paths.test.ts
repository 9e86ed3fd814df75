import type { ExploreQuery } from '@parley/contract'
import type { PublicData } from '@parley/web/public-data'
import { expect, test } from 'vitest'
import { pageAddress, pageVersion } from './page-paths.ts'

const data = {
  version: async (username: string) => (username === 'maya' ? 3 : null),
  eventVersion: async (slug: string) => (slug === 'chess' ? '7-chess' : null),
  onNowVersion: async () => 'on now',
  exploreVersion: async ({ kind, category, page }: ExploreQuery) => `${kind} ${category} ${page}`,
} as PublicData

test.each([
  ['/profile/maya', '3'],
  ['/profile/nobody', null],
  ['/live-event/chess', '7-chess'],
  ['/live-event/no-such-event', null],
  ['/live-event/chess/more', null],
  ['/stream/maya/chess', null],
  ['/add-event', null],
  ['/', 'on now'],
  ['/faq', 'fixed'],
  ['/login', 'fixed'],
  ['/login?next=%2Fprofile%2Fmaya', '3'],
  ['/login?next=%2Flive-event%2Fchess', '7-chess'],
  ['/login?next=%2Fprofile%2Fnobody', null],
  ['/signup/regular', 'fixed'],
  ['/signup/regular?next=%2Fprofile%2Fmaya', '3'],
  ['/explore', 'influencers undefined 1'],
  ['/explore?category=games&kind=events&page=2', 'events games 2'],
  ['/explore?q=chess', null],
  ['/explore?category=nonsense', null],
  ['/explore?kind=nonsense', null],
  ['/explore?page=6', null],
  ['/explore?page=02', null],
])('the page %s is kept as %s', async (path, version) => {
  expect(await pageVersion(data, path)).toBe(version)
})

test.each([
  ['/login', '/login'],
  ['/login?next=%2Fprofile%2Fmaya&utm=1', '/login?next=%2Fprofile%2Fmaya'],
  ['/login?next=%2Fprofile%2Fmaya%2F%3Fone%3D2%23sessions', '/login?next=%2Fprofile%2Fmaya'],
  ['/login?next=/live-event/chess', '/login?next=%2Flive-event%2Fchess'],
  ['/login?next=%2Fmy-account', '/login'],
  ['/signup/regular?next=%2Fprofile%2Fmaya&utm=1', '/signup/regular?next=%2Fprofile%2Fmaya'],
  ['/signup/influencer?next=%2Fprofile%2Fmaya', '/signup/influencer'],
  ['/login?next=%2F%2Fevil.example%2Fprofile%2Fmaya', '/login'],
  ['/login?next=https%3A%2F%2Fevil.example%2Fprofile%2Fmaya', '/login'],
  ['/faq?next=%2Fprofile%2Fmaya', '/faq'],
  // Attack: a username has thousands of spellings, and each would take the place of another page in the cache.
  ['/profile/MaYa', '/profile/maya'],
  ['/login?next=%2Fprofile%2FMAYA', '/login?next=%2Fprofile%2Fmaya'],
  ['/live-event/Chess', '/live-event/Chess'],
])('the page of %s is rendered by %s', (url, address) => {
  expect(pageAddress(url.split('?')[0] ?? '', url)).toBe(address)
})
