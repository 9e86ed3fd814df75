/** The problems that one part of the check found; an empty list means that it passed. */
export interface PartResult {
  problems: string[]
  /** How much the part read, in a few words. */
  fact: string
}
