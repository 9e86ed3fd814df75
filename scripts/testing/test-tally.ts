import { readFile } from 'node:fs/promises'

/** How a runner's tests ended. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
}

/** One runner's end: its exit code, its counts, and by name what failed or passed only at the second try. */
export interface Run {
  code: number
  tally: Tally
  failed: string[]
  flaky: string[]
}

export const NOTHING_RAN: Run = {
  code: 0,
  tally: { passed: 0, failed: 0, skipped: 0 },
  failed: [],
  flaky: [],
}

export interface VitestReport {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name?: string
    status: string
    startTime?: number
    endTime?: number
    assertionResults: { status: string }[]
  }[]
}

interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs?: { title: string; tests: { projectName: string; status: string }[] }[]
}

export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
  suites?: PlaywrightSuite[]
}

/** Counts a report of vitest; a file that could not even be read counts as one failure. */
export function tallyVitest(report: VitestReport): Tally {
  const unread = report.testResults.filter(
    file => file.status === 'failed' && !file.assertionResults.some(test => test.status === 'failed'),
  ).length
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unread,
    skipped: report.numPendingTests,
  }
}

/** The files of a report of vitest that took longest, with their seconds. */
export function slowestFiles(report: VitestReport, count: number): { name: string; seconds: number }[] {
  return report.testResults
    .map(({ name = '', startTime = 0, endTime = 0 }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
}

/** Counts a report of Playwright; a test that Playwright itself tried twice failed. */
export function tallyPlaywright({ stats, errors }: PlaywrightReport): Tally {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }
}

/** The failed tests of a report of Playwright: project, file and title. */
export function failedTitles(report: PlaywrightReport): string[] {
  const titles: string[] = []
  const look = (suite: PlaywrightSuite, above: string): void => {
    const path = [above, suite.title].filter(Boolean).join(' › ')
    for (const spec of suite.specs ?? []) {
      for (const { projectName, status } of spec.tests)
        if (status === 'unexpected' || status === 'flaky')
          titles.push(`[${projectName}] ${path} › ${spec.title}`)
    }
    for (const inner of suite.suites ?? []) look(inner, path)
  }
  for (const suite of report.suites ?? []) look(suite, '')
  return titles
}

/** The sum of all runners and the closing line. A runner that ended badly without saying why counts as a failure. */
export function closing(runs: readonly Pick<Run, 'tally' | 'code'>[]): { line: string; code: number } {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const { tally, code } of runs) {
    sum.passed += tally.passed
    sum.failed += code !== 0 && tally.failed === 0 ? 1 : tally.failed
    sum.skipped += tally.skipped
  }
  const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''
  const nothing = sum.passed + sum.failed === 0 ? ': no test was run' : ''
  const isGood = sum.failed === 0 && sum.passed > 0
  return { line: `${sum.passed} passed, ${sum.failed} failed${skipped}${nothing}`, code: isGood ? 0 : 1 }
}

/** Reads a runner's report; one that was never written holds no test. */
export async function readReport<T>(
  file: string,
  read: (report: T) => { tally: Tally; failed: string[] },
): Promise<{ tally: Tally; failed: string[] }> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? NOTHING_RAN : read(JSON.parse(text) as T)
}
