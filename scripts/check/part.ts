/** What one part of the check found: nothing is good. */
export interface PartResult {
  problems: string[]
  /** How much was looked at, in a few words. */
  fact: string
}
