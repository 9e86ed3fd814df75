/**
 * A separate process that keeps vitest loaded and runs tests on request: a new start of vitest and Postgres costs more
 * than most tests. Requests come as messages, see try-mutant.ts.
 */
import { join } from 'node:path'
import { createVitest } from 'vitest/node'
import { ROOT } from '../run-command.ts'
import { type NamedTest, titlesPattern } from './named-test.ts'

/** A request to run these tests after a change of this file. */
export interface TestsRequest {
  changed: string
  tests: readonly NamedTest[]
}
/** `ready` once, then one answer for each request. */
export type TestsAnswer = 'ready' | 'passed' | 'failed' | { notFound: string }

/** On a busy machine a test of a second takes many: a limit that ends it would count as noticed. */
const TEST_LIMIT_MS = 180_000

const vitest = await createVitest(
  'test',
  {
    root: ROOT,
    watch: false,
    bail: 1,
    maxWorkers: 1,
    testTimeout: TEST_LIMIT_MS,
    hookTimeout: TEST_LIMIT_MS,
    reporters: [{}],
    silent: true,
  },
  { logLevel: 'silent' },
)
await vitest.standalone()

/** The file of the last change; it has been restored since. */
let before: string | undefined

/** Runs one file after the other in the given order: the quick ones are first. */
async function run({ changed, tests }: TestsRequest): Promise<TestsAnswer> {
  for (const file of [before ?? changed, changed]) vitest.invalidateFile(join(ROOT, file))
  before = changed
  const pattern = titlesPattern(tests)
  if (pattern) vitest.setGlobalTestNamePattern(pattern)
  else vitest.resetGlobalTestNamePattern()
  for (const path of new Set(tests.map(test => test.path))) {
    const files = (await vitest.globTestSpecifications([path])).filter(
      ({ moduleId }) => moduleId === join(ROOT, path),
    )
    if (files.length === 0) return { notFound: path }
    // An old failure would count: vitest begins no test after the first failure of a run.
    vitest.state.idMap.clear()
    vitest.state.filesMap.clear()
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(files)
    const isGood = testModules.length > 0 && testModules.every(testModule => testModule.ok())
    if (!isGood || unhandledErrors.length > 0) return 'failed'
    const ran = testModules.flatMap(({ children }) => [...children.allTests('passed')])
    if (ran.length === 0) return { notFound: `${path} › ${pattern}` }
  }
  return 'passed'
}

const answer = (word: TestsAnswer) => process.send?.(word)

process.on('message', (request: TestsRequest) => {
  run(request).then(answer, error => {
    console.error(error)
    answer('failed')
  })
})
process.on('disconnect', () => void vitest.close().finally(() => process.exit()))
answer('ready')
