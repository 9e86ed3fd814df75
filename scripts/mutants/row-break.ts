/** A bug that contradicts a row of docs/specification.md: one text of one file replaced by another. */
export interface RowBreak {
  row: string
  file: string
  was: string
  becomes: string
}

type Change = [row: string, was: string, becomes: string]

/** The bugs of one file. */
export const inFile = (file: string, changes: readonly Change[]): RowBreak[] =>
  changes.map(([row, was, becomes]) => ({ row, file, was, becomes }))
