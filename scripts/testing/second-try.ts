import { type Run, TITLE_PARTS, type VitestReport } from './test-tally.ts'

/**
 * More tests than these that passed only at the second try fail a whole run: one is a machine that was busy, many are a
 * fault.
 */
export const FLAKY_MAX = 3

/** Only CI tries again: there a failure of one test throws away the work on all others. */
export const mayTryAgain = (): boolean => Boolean(process.env.CI)

/** What passed in a report of vitest, of files in which nothing failed: the path of each, and its tests by path and name. */
export function passedOfVitest({ testResults }: VitestReport): string[] {
  return testResults
    .filter(({ status }) => status === 'passed')
    .flatMap(({ name = '', assertionResults }) => [
      name,
      ...assertionResults
        .filter(test => test.status === 'passed')
        .map(({ fullName = '' }) => `${name}${TITLE_PARTS}${fullName}`),
    ])
}

/** What two tries amount to: a failure is taken back only where its test, by its title, passed the second time. */
export function withSecondTryOfTitles(first: Run, passedAgain: ReadonlySet<string>): Run {
  const flaky = first.failed.filter(title => passedAgain.has(title))
  const failed = first.tally.failed - flaky.length
  return {
    code: failed === 0 ? 0 : 1,
    tally: { ...first.tally, passed: first.tally.passed + flaky.length, failed },
    failed: first.failed.filter(title => !passedAgain.has(title)),
    reasons: first.reasons.filter(({ title }) => !passedAgain.has(title)),
    flaky,
  }
}
