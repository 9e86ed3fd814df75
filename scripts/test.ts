/**
 * `npm test`: all tests in one run, those with SQL of their own on two versions of Postgres; the last line prints the
 * result. Words narrow it to files whose path contains one of them, and then only what these files need is prepared and
 * run: `npm test -- ledger`. `npm run test:unit` and `npm run test:e2e` run one half each; arguments that begin with a
 * dash go to the runner: `npm run test:e2e -- call --headed`.
 */
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareEmptyCluster } from '../apps/server/src/db/embedded-postgres/prepared-cluster.ts'
import { ensureChromium, ensureHeadlessShell } from './chromium.ts'
import { ROOT, toolEnv } from './run-command.ts'
import { ensureServers } from './servers.ts'
import { readArguments, type TestArguments } from './testing/arguments.ts'
import { bundleServer } from './testing/bundle-server.ts'
import { watchMachine } from './testing/machine-use.ts'
import { memoryDirectory } from './testing/memory-directory.ts'
import { runJourneys } from './testing/run-playwright.ts'
import { runVitest, showSlowestFiles } from './testing/run-vitest.ts'
import { runOnSecondPostgres, statementsFolderOf } from './testing/second-postgres.ts'
import { flakyMaxOf, mayTryAgain, tooFlaky } from './testing/second-try.ts'
import { planTests, type TestPlan } from './testing/test-plan.ts'
import { closing, linesOfReasons, NOTHING_RAN, type Run } from './testing/test-tally.ts'
import { ensureWebBuilt } from './web-build.ts'

const RESULTS = join(ROOT, 'test-results')
/** Every test file, and every server that a test starts, is a separate process that compiles the same modules. */
const COMPILED = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node-compile') }
/**
 * Browser tests share two cores, and wait for at least a fifth of their time. Those with cameras run two at a time:
 * with three, a machine on which encoding is slow took more than twice the time, and a fifth of them lost its video.
 */
const WORKERS = { pages: '--workers=3', calls: '--workers=2' }

/** Options of Playwright that show the browser: the headless shell has no windows. */
const WITH_WINDOWS = ['--headed', '--ui', '--debug']

interface Stage {
  name: string
  run: () => Promise<Run>
}

interface EndedStage {
  name: string
  run: Run
  seconds: number
  machine: string | undefined
}

/** Prepares what the plan needs; answers the environment of the runners and the servers that could not be installed. */
async function prepare({ needs, pages, calls }: TestPlan, options: readonly string[]) {
  // First, because a given path of Chromium is the path of both.
  const isWatched = options.some(option => WITH_WINDOWS.includes(option))
  const shell = pages.length + calls.length > 0 && !isWatched ? await ensureHeadlessShell() : undefined
  const chromium = needs.browser ? { CHROMIUM_PATH: await ensureChromium() } : {}
  const browsers = { ...chromium, ...(shell ? { HEADLESS_SHELL_PATH: shell } : {}) }
  const absent = await ensureServers([...needs.servers])
  if (needs.web && !(await ensureWebBuilt()))
    throw new Error('The web could not be built; the reason is above.')
  const database = needs.database ? {} : { TESTS_WITHOUT_DATABASE: '1' }
  const bundle = needs.web ? { SERVER_BUNDLE: await bundleServer(ROOT) } : {}
  // Nearly every server that a test starts has a new DATA_DIR.
  if (needs.database || needs.web) await prepareEmptyCluster()
  return {
    env: toolEnv({
      ...COMPILED,
      ...browsers,
      ...database,
      ...bundle,
    }),
    absent,
  }
}

function stagesOf(plan: TestPlan, env: NodeJS.ProcessEnv, wanted: TestArguments): Stage[] {
  const { options } = wanted
  const unitOptions = wanted.kinds === 'e2e' ? [] : options
  const unit = { files: plan.unit, options: unitOptions, env, results: RESULTS }
  const journeys = wanted.kinds === 'unit' ? [] : options
  const pages = {
    name: 'pages',
    files: plan.pages,
    options: ['--project=pages*', WORKERS.pages, ...journeys],
  }
  const calls = {
    name: 'calls',
    files: plan.calls,
    options: ['--project=calls*', WORKERS.calls, ...journeys],
  }
  const all: (Stage & { isWanted: boolean })[] = [
    {
      name: 'unit',
      isWanted: plan.unit.length > 0,
      run: () => runVitest({ ...unit, env: { ...env, STATEMENTS_FOLDER: statementsFolderOf(RESULTS) } }),
    },
    {
      name: 'second postgres',
      // With words a person wants a quick answer; only a whole run uses the second Postgres.
      isWanted: wanted.words.length === 0 && plan.onSecondPostgres.length > 0,
      run: () => runOnSecondPostgres({ ...unit, files: plan.onSecondPostgres }),
    },
    {
      name: 'pages',
      isWanted: plan.pages.length > 0,
      run: () => runJourneys({ ...pages, env, results: RESULTS }, mayTryAgain()),
    },
    {
      name: 'calls',
      isWanted: plan.calls.length > 0,
      run: () => runJourneys({ ...calls, env, results: RESULTS }, mayTryAgain()),
    },
  ]
  return all.filter(({ isWanted }) => isWanted)
}

async function main(): Promise<number> {
  const wanted = readArguments(process.argv.slice(2))
  const plan = await planTests(ROOT, wanted.words, wanted.kinds)
  const memory = await memoryDirectory(process.env.TMPDIR)
  if (memory) process.env.TMPDIR = memory
  const place = memory ? 'in memory' : `in ${tmpdir()}, which may be on a disk`
  const { env, absent } = await prepare(plan, wanted.options)
  await rm(RESULTS, { recursive: true, force: true })
  await mkdir(RESULTS, { recursive: true })
  const ended: EndedStage[] = []
  for (const stage of stagesOf(plan, env, wanted)) {
    const startMs = performance.now()
    const machineUse = await watchMachine()
    const run = await stage.run().catch(error => {
      console.error(error)
      return { ...NOTHING_RAN, code: 1 }
    })
    const seconds = (performance.now() - startMs) / 1000
    ended.push({ name: stage.name, run, seconds, machine: await machineUse() })
  }
  if (wanted.words.length === 0) await showSlowestFiles(RESULTS)
  console.log(`\nTemporary files, also those that browsers share video frames in, were ${place}.`)
  return report(ended, absent)
}

function report(ended: readonly EndedStage[], absent: readonly string[]): number {
  if (absent.length > 0) console.log(`\nSkipped, since it is not on this machine: ${absent.join(', ')}.`)
  const flaky = ended.flatMap(({ run }) => run.flaky)
  for (const title of flaky) console.log(`flaky, passed at the second try: ${title}`)
  if (flaky.length > 0) console.log(`flaky: ${flaky.length}`)
  const tooMany = tooFlaky(ended)
  for (const name of tooMany)
    console.log(`${name}: more than ${flakyMaxOf(name)} are a fault of the product or of its tests.`)
  const reasons = ended.flatMap(({ run }) => run.reasons)
  for (const line of linesOfReasons(reasons)) console.log(line)
  console.log('')
  for (const { name, run, seconds, machine } of ended) {
    const { passed, failed } = run.tally
    const took = Math.round(seconds).toString().padStart(5)
    const tally = `${name.padEnd(16)} ${took} s  ${passed} passed, ${failed} failed`
    console.log(machine ? `${tally}  (${machine})` : tally)
  }
  const { line, code } = closing(ended.map(({ run }) => run))
  console.log(`\n${line}`)
  return tooMany.length > 0 ? 1 : code
}

process.exitCode = await main().catch(error => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
