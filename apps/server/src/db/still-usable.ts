import { and, eq, gt, isNull, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** The columns of a row that is used once, within its time. */
interface UseOnceTable {
  id: PgColumn
  usedAt: PgColumn
  expiresAt: PgColumn
}

/** The row of this id while nobody has used it and its time is not over: an update with it has one winner. */
export function stillUsable(table: UseOnceTable, { id, now }: { id: string; now: Date }): SQL | undefined {
  return and(eq(table.id, id), isNull(table.usedAt), gt(table.expiresAt, now))
}
