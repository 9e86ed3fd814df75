import { isRealTimeFile } from './real-time-files.ts'
import { type Run, TITLE_PARTS, type VitestReport } from './test-tally.ts'

/** One means a busy machine, many mean a bug. */
const FLAKY_MAX = 3
/**
 * So many of the journeys with cameras, which all lose frames together on a machine that encodes slowly, and of the
 * unit tests that ran on spare cores: a slow machine has next to none for ten minutes, and limits of a minute pass. The
 * second try runs alone.
 */
const FLAKY_MAX_OF_SLOW = 20

/** Tests of one stage that passed only at the second try, and how many of them may do so. */
interface Flaky {
  name: string
  titles: readonly string[]
  max: number
}

function flakyOf({ name, run }: FlakyStage): Flaky[] {
  if (name === 'calls') return [{ name, titles: run.flaky, max: FLAKY_MAX_OF_SLOW }]
  if (name !== 'unit') return [{ name, titles: run.flaky, max: FLAKY_MAX }]
  const isRealTime = (title: string) => isRealTimeFile(title.split(TITLE_PARTS)[0] ?? title)
  return [
    { name, titles: run.flaky.filter(isRealTime), max: FLAKY_MAX },
    { name, titles: run.flaky.filter(title => !isRealTime(title)), max: FLAKY_MAX_OF_SLOW },
  ]
}

type FlakyStage = { name: string; run: Pick<Run, 'flaky'> }

/** The stages in which too many tests passed only at the second try, each with the limit. */
export const tooFlaky = (stages: readonly FlakyStage[]): { name: string; max: number }[] =>
  stages
    .flatMap(flakyOf)
    .filter(({ titles, max }) => titles.length > max)
    .map(({ name, max }) => ({ name, max }))

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
