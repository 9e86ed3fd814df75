import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase } from 'vitest/node'

/** Where a run leaves the names of the tests that passed at their second try. */
export const FLAKY_FILE = 'FLAKY_TESTS_FILE'

/** Names the tests that passed at their second try, so that the end of the whole run tells them. */
export default class FlakyReporter implements Reporter {
  #titles: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#titles.push(test.fullName)
  }

  onTestRunEnd(): void {
    const file = process.env[FLAKY_FILE]
    if (file) writeFileSync(file, JSON.stringify(this.#titles))
  }
}
