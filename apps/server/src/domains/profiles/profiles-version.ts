import { sql } from 'drizzle-orm'
import type { DbOrTx } from '../../db/client.ts'
import { profileChanges } from './tables.ts'

/**
 * A text that changes when any profile shows something else, by one indexed read: the newest committed change, and the
 * older transactions that were still running, since they may commit after it. Changes with a transaction id of the
 * future come from a restored database and count when this database reaches that id.
 */
export async function profilesVersion(db: DbOrTx): Promise<string> {
  const now = sql`pg_current_snapshot()`
  const { changedIn } = profileChanges
  const { rows } = await db.execute<{ newest: string; running: string }>(sql`
    select newest, coalesce(
      (select string_agg(id::text, ',' order by id) from pg_snapshot_xip(${now}) as id where id < newest), ''
    ) as running
    from (
      select ${changedIn} as newest from ${profileChanges}
      where ${changedIn} < pg_snapshot_xmax(${now}) order by ${changedIn} desc limit 1
    ) as changes`)
  const [found] = rows
  return found ? `${found.newest} ${found.running}` : 'none'
}
