import { type Run, TITLE_PARTS, type VitestReport } from './test-tally.ts'

/**
 * A stage fails when more of its tests than these passed only at the second try: one means a busy machine, many mean a
 * bug. Journeys with cameras all lose frames together on a machine that encodes slowly, so of these nearly half may
 * need a second try, which runs alone.
 */
export const flakyMaxOf = (stage: string): number => (stage === 'calls' ? 20 : 3)

/** The names of the stages in which too many tests passed only at the second try. */
export const tooFlaky = (stages: readonly { name: string; run: Pick<Run, 'flaky'> }[]): string[] =>
  stages.filter(({ name, run }) => run.flaky.length > flakyMaxOf(name)).map(({ name }) => name)

/** Only CI runs tests again: there a failure of one test discards the work of all others. */
export const mayTryAgain = (): boolean => Boolean(process.env.CI)

/**
 * The passed tests of a vitest report, from files without a failure: the path of each file, and its tests by path and
 * name.
 */
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

/** The result of two tries: a failure is taken back only where its test, by its title, passed the second time. */
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
