import { and, eq, gt, isNull, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** The columns of a row that is valid until a time. */
interface ExpiringTable {
  id: PgColumn
  expiresAt: PgColumn
}
/** The columns of a row that is used once and kept. */
interface UseOnceTable extends ExpiringTable {
  usedAt: PgColumn
}

/** The row of this id while its time is not over: a delete with it uses the row up, and has one winner. */
export function stillValid(table: ExpiringTable, { id, now }: { id: string; now: Date }): SQL | undefined {
  return and(eq(table.id, id), gt(table.expiresAt, now))
}

/** The same while nobody has used the row: an update with it has one winner. */
export function stillUsable(table: UseOnceTable, use: { id: string; now: Date }): SQL | undefined {
  return and(stillValid(table, use), isNull(table.usedAt))
}
