import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * Whether a column has one of many values, which go to Postgres as one array: a statement may have 65,535 parameters,
 * and the same statement serves any number of values.
 */
export function anyOf(column: PgColumn, values: readonly string[]): SQL {
  return sql`${column} = any(${sql.param([...values])})`
}

/** The same in a statement that is built once: `place` stands for the array. */
export const anyOfPlace = (column: PgColumn, place: SQL): SQL => sql`${column} = any(${place})`
