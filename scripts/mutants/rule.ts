/** A file with rules of money, time, states or access. */
export interface Rule {
  file: string
  /** The tests that must notice a broken rule, the quickest first. */
  tests: readonly string[]
}
