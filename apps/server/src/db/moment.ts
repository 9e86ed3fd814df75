import { type SQL, sql } from 'drizzle-orm'

/** A moment of the application's clock: its value, or its place in a statement that is built once. */
export type Moment = Date | SQL

/** A moment so much later, or earlier if `ms` is negative. */
export function later(moment: Moment, ms: number): Moment {
  if (moment instanceof Date) return new Date(moment.getTime() + ms)
  return sql`(${moment}::timestamptz + make_interval(secs => ${sql.raw(String(ms / 1000))}))`
}
