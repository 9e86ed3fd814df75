import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { ROOT, showCommand } from '../run-command.ts'
import { isRealTimeFile } from './real-time-files.ts'
import { mayTryAgain, passedOfVitest, withSecondTryOfTitles } from './second-try.ts'
import {
  failuresOfVitest,
  NOTHING_RAN,
  type Run,
  readReport,
  slowestFiles,
  TITLE_PARTS,
  tallyVitest,
  type VitestReport,
} from './test-tally.ts'
import { readUnhandledErrors, UNHANDLED_ERRORS_REPORTER, writeUnhandledErrorsTo } from './unhandled-errors.ts'

const SLOWEST_SHOWN = 12

export interface VitestRun {
  files: readonly string[]
  options: readonly string[]
  env: NodeJS.ProcessEnv
  results: string
}

/** A run, the titles of its passed tests, and the number of unhandled errors. */
interface Reported extends Run {
  passed: ReadonlySet<string>
  unhandled: number
}

async function runOnce(run: VitestRun, report: string): Promise<Reported> {
  const file = join(run.results, `${report}.json`)
  const unhandledFile = join(run.results, `${report}.unhandled`)
  const passed = new Set<string>()
  const reporters = ['default', 'json', UNHANDLED_ERRORS_REPORTER].map(name => `--reporter=${name}`)
  const code = await showCommand(
    ['vitest', 'run', ...reporters, `--outputFile.json=${file}`, ...run.options, ...run.files],
    { env: { ...run.env, ...writeUnhandledErrorsTo(unhandledFile) } },
  )
  return {
    code,
    flaky: [],
    passed,
    unhandled: await readUnhandledErrors(unhandledFile),
    ...(await readReport(file, (read: VitestReport) => {
      for (const title of passedOfVitest(read)) passed.add(title)
      return { tally: tallyVitest(read), reasons: failuresOfVitest(read) }
    })),
  }
}

/** Runs test files. Where a second try is allowed, the failed files of real time run again, one after the other. */
export async function runVitest(run: VitestRun, report = 'vitest'): Promise<Run> {
  if (run.files.length === 0) return NOTHING_RAN
  const first = await runOnce(run, report)
  const files = failedFilesOf(first)
  // A second try cannot take back an error that belongs to no test.
  if (!mayTryAgain() || first.unhandled !== 0) return first
  if (files.length === 0 || !files.every(isRealTimeFile)) return first
  const again = await runOnce(
    { ...run, files, options: [...run.options, '--maxWorkers=1'] },
    `${report}-again`,
  )
  return again.unhandled === 0 ? withSecondTryOfTitles(first, again.passed) : first
}

const failedFilesOf = ({ failed }: Run): string[] => [
  ...new Set(failed.map(title => title.split(TITLE_PARTS)[0] ?? title)),
]

/** Prints the slowest files, so that a slow suite is noticed. */
export async function showSlowestFiles(results: string): Promise<void> {
  // A run that broke wrote no results.
  const text = await readFile(join(results, 'vitest.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return
  console.log('\nThe test files that took longest:')
  for (const { name, seconds } of slowestFiles(JSON.parse(text) as VitestReport, SLOWEST_SHOWN))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${relative(ROOT, name)}`)
}
