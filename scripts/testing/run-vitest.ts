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

const SLOWEST_SHOWN = 12

export interface VitestRun {
  files: readonly string[]
  options: readonly string[]
  env: NodeJS.ProcessEnv
  results: string
}

/** A run, and the titles of what passed in it. */
interface Told extends Run {
  passed: ReadonlySet<string>
}

async function runOnce(run: VitestRun, report: string): Promise<Told> {
  const file = join(run.results, `${report}.json`)
  const passed = new Set<string>()
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
    passed,
    ...(await readReport(file, (read: VitestReport) => {
      for (const title of passedOfVitest(read)) passed.add(title)
      return { tally: tallyVitest(read), reasons: failuresOfVitest(read) }
    })),
  }
}

/** The files of a run. Where tests may be tried again, those of real time that failed are, one file after the other. */
export async function runVitest(run: VitestRun, report = 'vitest'): Promise<Run> {
  if (run.files.length === 0) return NOTHING_RAN
  const first = await runOnce(run, report)
  const files = failedFilesOf(first)
  if (!mayTryAgain() || files.length === 0 || !files.every(isRealTimeFile)) return first
  const again = await runOnce(
    { ...run, files, options: [...run.options, '--maxWorkers=1'] },
    `${report}-again`,
  )
  return withSecondTryOfTitles(first, again.passed)
}

const failedFilesOf = ({ failed }: Run): string[] => [
  ...new Set(failed.map(title => title.split(TITLE_PARTS)[0] ?? title)),
]

/** What took longest, so that a suite that grows slow is seen. */
export async function showSlowestFiles(results: string): Promise<void> {
  const text = await readFile(join(results, 'vitest.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return
  console.log('\nThe test files that took longest:')
  for (const { name, seconds } of slowestFiles(JSON.parse(text) as VitestReport, SLOWEST_SHOWN))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${relative(ROOT, name)}`)
}
