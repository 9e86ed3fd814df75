import type { PublicData } from '@parley/web/public-data'
import { expect, test } from 'vitest'
import { pageVersion } from './page-paths.ts'

const data = {
  version: async (username: string) => (username === 'maya' ? 3 : null),
  eventVersion: async (slug: string) => (slug === 'chess' ? 7 : null),
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
])('the page %s is kept as %s', async (path, version) => {
  expect(await pageVersion(data, path)).toBe(version)
})
