/** The application's time: what the caller says, else the database's own with what the sandbox moved it by. */
export const AUDITED_AT = `coalesce(nullif(current_setting('parley.audited_at', true), '')::timestamptz, now() + make_interval(
              secs => coalesce((select max(offset_seconds) from application_clock), 0)))`

/** One invariant: its query returns a row for every breach, with what is needed to find it. */
export interface AuditCheck {
  name: string
  /** What must always hold, in a sentence. */
  invariant: string
  sql: string
  /** `warning`: the books are right, and somebody has to do something; left out where a breach is a fault of the books. */
  severity?: 'warning'
}
