/** How a runner's tests ended. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
}

interface VitestReport {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
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

/** Counts a report of Playwright; a test that needed a second try failed. */
export function tallyPlaywright({ stats, errors }: PlaywrightReport): Tally {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }
}

/** The sum of all runners and the closing line. A runner that ended badly without saying why counts as a failure. */
export function closing(runs: readonly { tally: Tally; code: number }[]): { line: string; code: number } {
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
