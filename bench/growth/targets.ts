import { type Shape, STAR } from '../../apps/server/src/testing/growth/shape.ts'
import { ACCOUNT_WRITES } from './account-writes.ts'
import { DESK_READS } from './desk-reads.ts'
import { DESK_WRITES } from './desk-writes.ts'
import { firstFan } from './fans.ts'
import { MORE_WRITES } from './more-writes.ts'
import { MEMBER_READS, RANKED } from './reads.ts'
import { get, type Target, times } from './target.ts'
import { WRITES } from './writes.ts'

const WORDS = ['chess', 'guitar', 'running', 'painting', 'cooking', 'fifteen', 'minutes', 'anything']

const page = (name: string, path: (i: number, shape: Shape) => `/${string}`, status?: number): Target => ({
  ...{ name, kind: 'page' },
  calls: ({ shape }, count) => times(count, i => ({ ...get(path(i, shape)), ...(status ? { status } : {}) })),
})

/** Each request has another page, so that the server renders it, except those with "kept". */
const pages: Target[] = [
  page('landing, kept', () => '/'),
  page('FAQ, kept', () => '/faq'),
  page('profile, rendered', i => `/profile/user${10 + i}`),
  page('profile of the star, kept', () => `/profile/user${STAR}`),
  page('profile that nobody has', i => `/profile/nobody-${firstFan}-${i}`, 404),
  page('event, rendered', i => `/live-event/event-${i + 3}`),
  page('explore, rendered', i => `/explore?page=${i + 2}`),
  {
    ...page('explore with words, rendered', i => `/explore?q=${WORDS[i % WORDS.length]}+${i}`),
    mayGrow: RANKED,
  },
  page('address that is none, kept', () => '/there/is/nothing', 404),
]

/** The GETs of the API, for the test that calls each of them. */
export const READS: readonly Target[] = [...MEMBER_READS, ...DESK_READS]

/** The calls that change something, for the same test. */
export const CHANGES: readonly Target[] = [...WRITES, ...MORE_WRITES, ...ACCOUNT_WRITES, ...DESK_WRITES]

export const TARGETS: readonly Target[] = [...READS, ...pages, ...CHANGES]
