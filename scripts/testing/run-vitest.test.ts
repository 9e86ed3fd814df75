import { expect, it } from 'vitest'
import { groupsOf } from './run-vitest.ts'

const DRILL = 'apps/server/src/call-drill.test.ts'
const BOOKING = 'apps/server/src/domains/requests/places/book-place.test.ts'
const run = { files: [BOOKING, DRILL], options: [], env: {} }

it.skipIf(process.platform === 'win32')(
  'files of real time have the cores, and all others run beside them on what is left',
  () => {
    expect(groupsOf(run, 'vitest')).toEqual([
      { files: [DRILL], report: 'vitest-real-time', isOnSpareCores: false },
      { files: [BOOKING], report: 'vitest', isOnSpareCores: true },
    ])
  },
)

it.each([
  ['files of real time alone', { ...run, files: [DRILL] }],
  ['other files alone, which then have the cores', { ...run, files: [BOOKING] }],
  ['a person’s options', { ...run, options: ['-t', 'rounds'] }],
  ['a given Postgres, for which a group would wait', { ...run, env: { TEST_DATABASE_URL: 'postgres://x' } }],
])('one process runs %s', (_what, one) => {
  expect(groupsOf(one, 'vitest')).toEqual([{ files: one.files, report: 'vitest', isOnSpareCores: false }])
})
