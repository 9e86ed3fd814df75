import { readFile } from 'node:fs/promises'

/** How a runner's tests ended. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
}

/**
 * The result of one runner: its exit code, its counts, and the names of tests that failed or passed only at the second
 * try.
 */
export interface Run {
  code: number
  tally: Tally
  failed: string[]
  flaky: string[]
  /** Titles and reasons of what failed, for the end of the output. */
  reasons: Reason[]
}

/** Why a test failed, in the runner's words. */
export interface Reason {
  title: string
  message: string
}

/** Separates a file from the name of its test. */
export const TITLE_PARTS = ' › '

export const NOTHING_RAN: Run = {
  code: 0,
  tally: { passed: 0, failed: 0, skipped: 0 },
  failed: [],
  flaky: [],
  reasons: [],
}

export interface VitestReport {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name?: string
    status: string
    message?: string
    startTime?: number
    endTime?: number
    assertionResults: { status: string; fullName?: string; failureMessages?: string[] }[]
  }[]
}

interface PlaywrightTest {
  projectName: string
  status: string
  results?: { errors?: { message?: string }[] }[]
}

interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs?: { title: string; tests: PlaywrightTest[] }[]
}

export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
  suites?: PlaywrightSuite[]
}

/** Counts a report of vitest; a file that could not be loaded counts as one failure. */
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

/** The slowest files of vitest's reports, with their seconds. */
export function slowestFiles(
  reports: readonly VitestReport[],
  count: number,
): { name: string; seconds: number }[] {
  return reports
    .flatMap(({ testResults }) => testResults)
    .map(({ name = '', startTime = 0, endTime = 0 }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
}

/** Counts a report of Playwright; a test that Playwright itself ran twice counts as failed. */
export function tallyPlaywright({ stats, errors }: PlaywrightReport): Tally {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }
}

/** The failed tests of a Playwright report: project, file and title, and the error of the last try. */
export function failuresOfPlaywright(report: PlaywrightReport): Reason[] {
  const failures: Reason[] = []
  const visit = (suite: PlaywrightSuite, above: string): void => {
    const path = [above, suite.title].filter(Boolean).join(' › ')
    for (const spec of suite.specs ?? []) {
      for (const { projectName, status, results = [] } of spec.tests) {
        if (status !== 'unexpected' && status !== 'flaky') continue
        const message = (results.at(-1)?.errors ?? []).map(error => error.message ?? '').join('\n')
        failures.push({ title: `[${projectName}] ${path} › ${spec.title}`, message })
      }
    }
    for (const inner of suite.suites ?? []) visit(inner, path)
  }
  for (const suite of report.suites ?? []) visit(suite, '')
  return failures
}

/** The failed tests of a vitest report, and the files that could not be loaded. */
export function failuresOfVitest(report: VitestReport): Reason[] {
  return report.testResults
    .filter(file => file.status === 'failed')
    .flatMap(({ name = '', message = '', assertionResults }) => {
      const failed = assertionResults.filter(test => test.status === 'failed')
      if (failed.length === 0) return [{ title: name, message }]
      return failed.map(({ fullName = '', failureMessages = [] }) => ({
        title: `${name}${TITLE_PARTS}${fullName}`,
        message: failureMessages.join('\n'),
      }))
    })
}

const REASON_LINES = 12
const REASON_LENGTH = 1_200
/** After this many failures only names are printed. */
const REASONS_SHOWN = 10
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with this control character.
const COLOURS = /\u001b\[[0-9;]*m/g

/** Lists what failed and why. It is printed last, because many people read only the end of a long output. */
export function linesOfReasons(reasons: readonly Reason[]): string[] {
  return reasons.flatMap(({ title, message }, index) => {
    const said = message
      .replace(COLOURS, '')
      .split('\n')
      .slice(0, REASON_LINES)
      .join('\n')
      .slice(0, REASON_LENGTH)
    const lines = index < REASONS_SHOWN ? said.split('\n').filter(Boolean) : []
    return [`failed: ${title}`, ...lines.map(line => `    ${line}`)]
  })
}

/** Two runs as one. */
export function together(one: Run, other: Run): Run {
  return {
    code: one.code || other.code,
    tally: {
      passed: one.tally.passed + other.tally.passed,
      failed: one.tally.failed + other.tally.failed,
      skipped: one.tally.skipped + other.tally.skipped,
    },
    failed: [...one.failed, ...other.failed],
    flaky: [...one.flaky, ...other.flaky],
    reasons: [...one.reasons, ...other.reasons],
  }
}

/**
 * The sum of all runners and the closing line. A runner that exited with an error but named no test counts as a
 * failure.
 */
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

/** Reads a runner's report; a missing report has no tests. */
export async function readReport<T>(
  file: string,
  read: (report: T) => { tally: Tally; reasons: Reason[] },
): Promise<Omit<Run, 'code' | 'flaky'>> {
  // A run that broke wrote no results.
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return NOTHING_RAN
  const { tally, reasons } = read(JSON.parse(text) as T)
  return { tally, reasons, failed: reasons.map(({ title }) => title) }
}
