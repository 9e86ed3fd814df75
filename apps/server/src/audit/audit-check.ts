/** One invariant: its query returns a row for every breach, with what is needed to find it. */
export interface AuditCheck {
  name: string
  /** What must always hold, in a sentence. */
  invariant: string
  sql: string
  /** `warning`: the books are right, and somebody has to do something; left out where a breach is a fault of the books. */
  severity?: 'warning'
}
