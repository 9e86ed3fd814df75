import type { PublicData } from '@parley/web/public-data'
import { expect, test } from 'vitest'
import { pageVersion } from './page-paths.ts'

const data = {
  version: async (username: string) => (username === 'maya' ? 3 : null),
  eventVersion: async (slug: string) => (slug === 'chess' ? 7 : null),
  exploreVersion: async () => '9 ',
} as PublicData

test.each([
  ['/profile/maya', '3'],
  ['/profile/nobody', null],
  ['/live-event/chess', '7'],
  ['/live-event/no-such-event', null],
  ['/live-event/chess/more', null],
  ['/stream/maya/chess', null],
  ['/add-event', null],
  ['/faq', 'fixed'],
  ['/explore', '9 '],
  ['/explore?category=games&kind=events&page=2', '9 '],
  ['/explore?q=chess', null],
  ['/explore?category=nonsense', null],
  ['/explore?kind=nonsense', null],
  ['/explore?page=6', null],
  ['/explore?page=02', null],
])('the page %s is kept as %s', async (path, version) => {
  expect(await pageVersion(data, path)).toBe(version)
})
