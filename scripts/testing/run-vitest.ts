import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { ROOT, showCommand } from '../run-command.ts'
import {
  failuresOfVitest,
  NOTHING_RAN,
  type Run,
  readReport,
  slowestFiles,
  tallyVitest,
  type VitestReport,
} from './test-tally.ts'

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
