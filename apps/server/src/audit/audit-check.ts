/** The application's time: what the caller says, else the database's own with what the sandbox moved it by. */
export const AUDITED_AT = `coalesce(nullif(current_setting('parley.audited_at', true), '')::timestamptz, now() + make_interval(
              secs => coalesce((select max(offset_seconds) from application_clock), 0)))`

/** An id in a journal's key or an account's name; null where there is none. */
export const idIn = (text: string) =>
  `substring(${text} from '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}')::uuid`

/** The table whose ids a check reads, one range after the other. */
export const SUBJECTS = {
  requests: 'session_requests',
  journals: 'journals',
  payouts: 'payouts',
  users: 'users',
  events: 'live_events',
  rooms: 'call_rooms',
} as const
export type Subject = keyof typeof SUBJECTS

/** One invariant: its queries return a row for every breach, with what is needed to find it. */
export interface AuditCheck {
  name: string
  /** What must always hold, in a sentence. */
  invariant: string
  /**
   * For a subject, the breaches of the rows whose ids are `$1`: it reads only rows that belong to these, and its
   * result changes only if one of these was written since. `everything` is one query about all rows: for rules that
   * depend on the time or on deleted rows, and for sums.
   */
  sql: Partial<Record<Subject | 'everything', string>>
  /**
   * For a rule that code of the product decides: whether a row of the queries is a breach. A query then returns the
   * facts about every row of its range to which the rule applies.
   */
  breaks?: (row: never) => boolean
  /** `warning`: the books are right, but somebody must act; omitted where a breach is an error in the books. */
  severity?: 'warning'
}
