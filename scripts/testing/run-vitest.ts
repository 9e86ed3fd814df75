import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { startOperatorsPostgres } from '../../apps/server/src/testing/operators-postgres.ts'
import { findServerProgram } from '../../apps/server/src/testing/server-programs.ts'
import { captureCommand, ROOT, showCommand } from '../run-command.ts'
import {
  failuresOfVitest,
  NOTHING_RAN,
  type Run,
  readReport,
  slowestFiles,
  tallyVitest,
  type VitestReport,
} from './test-tally.ts'

/** The generated inputs meet the same code as before; a few show that the database answers alike. */
const SECOND_FUZZ_RUNS = '40'
const SLOWEST_SHOWN = 12

export interface VitestRun {
  files: readonly string[]
  options: readonly string[]
  env: NodeJS.ProcessEnv
  results: string
}

export async function runVitest(run: VitestRun, report = 'vitest'): Promise<Run> {
  if (run.files.length === 0) return NOTHING_RAN
  const file = join(run.results, `${report}.json`)
  const code = await showCommand(
    [
      ...['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
      ...[...run.options, ...run.files],
    ],
    { env: run.env },
  )
  return {
    code,
    flaky: [],
    ...(await readReport(file, (read: VitestReport) => ({
      tally: tallyVitest(read),
      reasons: failuresOfVitest(read),
    }))),
  }
}

/** What took longest, so that a suite that grows slow is seen. */
export async function showSlowestFiles(results: string): Promise<void> {
  const text = await readFile(join(results, 'vitest.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return
  console.log('\nThe test files that took longest:')
  for (const { name, seconds } of slowestFiles(JSON.parse(text) as VitestReport, SLOWEST_SHOWN))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${relative(ROOT, name)}`)
}

/**
 * Once more, on an older Postgres as an operator has it, the tests that it could answer differently. What also starts
 * processes, browsers or other servers asks the database nothing that these do not.
 */
export async function runOnSecondPostgres(run: VitestRun): Promise<Run> {
  const program = findServerProgram('postgres')
  if (!program || run.files.length === 0) return NOTHING_RAN
  const { output } = await captureCommand([program, '--version'])
  console.log(`\nNow the tests that use a database, on ${output.trim()}.`)
  const postgres = await startOperatorsPostgres(program, 'throw-away')
  try {
    const env = { FUZZ_RUNS: SECOND_FUZZ_RUNS, ...run.env, TEST_DATABASE_URL: postgres.url }
    return await runVitest({ ...run, env }, 'vitest-on-second-postgres')
  } finally {
    await postgres.remove()
  }
}
