import { sql } from 'drizzle-orm'
import type { TimeRule } from '../core/domain.ts'
import { builtOnce, type ValueOf } from '../db/built-once.ts'
import type { Db } from '../db/client.ts'
import { outbox } from './tables.ts'

/**
 * Finds by one statement which of the time rules is the first that may have something to do; answers its index, or the
 * number of rules if there is none.
 */
export function firstDueRule(rules: readonly TimeRule[]): (db: Db, now: Date) => Promise<number> {
  const withQuery = rules.flatMap(({ due }, index) => (due ? [{ due, index }] : []))
  const probe = builtOnce((db, value: ValueOf<{ now: Date }>) => {
    const now = value('now', outbox.runAt)
    // Each ends at its first row. Its order makes Postgres read the index that has what is due first.
    const found = withQuery.map(({ due }) => sql`exists (select from ${due(db, now)} as due)`)
    return db
      .select({ found: sql<boolean[]>`array[${sql.join(found, sql`, `)}]::boolean[]` })
      .from(sql`(select) as once`)
  })
  return async (db, now) => {
    const [row] = await probe(db, { now })
    return withQuery.find((_, nth) => row?.found[nth])?.index ?? rules.length
  }
}
