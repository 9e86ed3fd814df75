/**
 * `npm test`: every test there is, in one go, those that use a database on two versions of Postgres; the last line says how it ended. Words after `--` narrow it to files whose
 * path holds them: `npm test -- ledger`.
 */
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startOperatorsPostgres } from '../apps/server/src/testing/operators-postgres.ts'
import { findServerProgram } from '../apps/server/src/testing/server-programs.ts'
import { ensureChromium } from './chromium.ts'
import { captureCommand, ROOT, showCommand, toolEnv } from './run-command.ts'
import { ensureServers } from './servers.ts'
import { closing, type Tally, tallyPlaywright, tallyVitest } from './test-tally.ts'
import { ensureWebBuilt } from './web-build.ts'

const RESULTS = join(ROOT, 'test-results')
/** The generated inputs meet the same code as before; a few show that the database answers alike. */
const OPERATORS_FUZZ_RUNS = '20'
const NONE: Tally = { passed: 0, failed: 0, skipped: 0 }

async function readReport<T>(file: string, tally: (report: T) => Tally): Promise<Tally> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? NONE : tally(JSON.parse(text) as T)
}

async function runVitest(filters: readonly string[], env: NodeJS.ProcessEnv, report = 'vitest') {
  const file = join(RESULTS, `${report}.json`)
  const code = await showCommand(
    [
      ...['vitest', 'run', '--passWithNoTests', '--reporter=default', '--reporter=json'],
      ...[`--outputFile.json=${file}`, ...filters],
    ],
    { env },
  )
  return { code, tally: await readReport(file, tallyVitest) }
}

/** Again what uses a database, on a Postgres as an operator of their own has it: of this system, an older one. */
async function runOnOperatorsPostgres(filters: readonly string[], env: NodeJS.ProcessEnv) {
  const program = findServerProgram('postgres')
  if (!program) return { code: 0, tally: NONE }
  const { output } = await captureCommand([program, '--version'])
  console.log(`\nNow the tests that use a database, on ${output.trim()}.`)
  const postgres = await startOperatorsPostgres(program, 'throw-away')
  try {
    const there = { ...env, TEST_DATABASE_URL: postgres.url, TESTS_OF_DATABASE_ONLY: '1' }
    return await runVitest(
      filters,
      { FUZZ_RUNS: OPERATORS_FUZZ_RUNS, ...there },
      'vitest-on-operators-postgres',
    )
  } finally {
    await postgres.remove()
  }
}

/** Journeys on pages run side by side; a call wants the machine for itself. */
const PAGES = ['--project=pages', '--workers=2']
const CALLS = ['--project=calls*']

async function runPlaywright(options: readonly string[], env: NodeJS.ProcessEnv, report: string) {
  const file = join(RESULTS, `${report}.json`)
  const code = await showCommand(
    [
      ...['playwright', 'test', '--pass-with-no-tests', '--reporter=list,json'],
      ...[`--output=${join(RESULTS, report)}`, ...options],
    ],
    { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file } },
  )
  return { code, tally: await readReport(file, tallyPlaywright) }
}

async function main(): Promise<number> {
  const filters = process.argv.slice(2)
  const startMs = performance.now()
  const env = toolEnv({ CHROMIUM_PATH: await ensureChromium() })
  const absent = await ensureServers()
  if (!(await ensureWebBuilt())) throw new Error('The web could not be built; the reason is above.')
  await rm(RESULTS, { recursive: true, force: true })
  await mkdir(RESULTS, { recursive: true })
  // One after the other: two browsers in a call want the machine for themselves.
  const unit = await runVitest(filters, env)
  const operators = await runOnOperatorsPostgres(filters, env)
  const pages = await runPlaywright([...PAGES, ...filters], env, 'pages')
  const calls = await runPlaywright([...CALLS, ...filters], env, 'calls')
  if (absent.length > 0)
    console.log(`\nSkipped, since the server is not on this machine: ${absent.join(', ')}.`)
  const { line, code } = closing([unit, operators, pages, calls])
  console.log(`\n${line} (${Math.round((performance.now() - startMs) / 1000)} s)`)
  return code
}

process.exitCode = await main().catch(error => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
