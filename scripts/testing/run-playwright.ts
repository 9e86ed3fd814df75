import { join } from 'node:path'
import { showCommand } from '../run-command.ts'
import {
  failuresOfPlaywright,
  type PlaywrightReport,
  type Run,
  readReport,
  tallyPlaywright,
} from './test-tally.ts'

export interface PlaywrightRun {
  /** Names the folder and the report of this run. */
  name: string
  files: readonly string[]
  /** Options of Playwright, such as `--project=pages` or `--headed`. */
  options: readonly string[]
  env: NodeJS.ProcessEnv
  results: string
}

async function runOnce(run: PlaywrightRun, report: string, options: readonly string[]): Promise<Run> {
  const file = join(run.results, `${report}.json`)
  const code = await showCommand(
    [
      ...['playwright', 'test', '--pass-with-no-tests', '--reporter=list,json'],
      ...[`--output=${join(run.results, run.name)}`, ...options, ...run.files],
    ],
    { env: { ...run.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file } },
  )
  const ended = await readReport(file, (read: PlaywrightReport) => ({
    tally: tallyPlaywright(read),
    reasons: failuresOfPlaywright(read),
  }))
  return { code, ...ended, flaky: [] }
}

/**
 * Runs journeys. Those that failed may run a second time, one after the other: the first time three of them share the
 * machine. One that passes only then is listed as flaky.
 */
export async function runJourneys(run: PlaywrightRun, mayTryAgain: boolean): Promise<Run> {
  const first = await runOnce(run, run.name, run.options)
  if (first.failed.length === 0 || !mayTryAgain) return first
  const again = await runOnce(run, `${run.name}-again`, [...run.options, '--workers=1', '--last-failed'])
  return withSecondTry(first, again)
}

/** The result of two tries: only a test that ran again and passed stops being a failure. */
export function withSecondTry(first: Run, again: Run): Run {
  const stillFailed = new Set(again.failed)
  const flaky = again.tally.passed > 0 ? first.failed.filter(title => !stillFailed.has(title)) : []
  const isComplete = flaky.length === again.tally.passed
  const failed = isComplete ? first.tally.failed - flaky.length : first.tally.failed
  return {
    code: failed === 0 ? 0 : 1,
    tally: { ...first.tally, passed: first.tally.passed + first.tally.failed - failed, failed },
    failed: isComplete ? again.failed : first.failed,
    reasons: isComplete ? again.reasons : first.reasons,
    flaky: isComplete ? flaky : [],
  }
}
