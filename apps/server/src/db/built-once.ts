import { type Column, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgColumn, PgInsert, PgTable, PgUpdate } from 'drizzle-orm/pg-core'
import { connectionOf, type DbOrTx } from './client.ts'

type Row = Record<string, unknown>

/** What drizzle's builders end in. */
interface Builder<Result> {
  prepare(name: string): { execute(values: Row): Promise<Result> }
}

/** The place of a value in a statement; the value is written as its column writes it. */
export type ValueOf<Values> = (name: keyof Values & string, column: Column) => SQL

/** A moment of the application's clock: its value, or its place in a statement that is built once. */
export type Moment = Date | SQL

/** A moment so much later, or earlier if `ms` is negative. */
export function later(moment: Moment, ms: number): Moment {
  if (moment instanceof Date) return new Date(moment.getTime() + ms)
  return sql`(${moment}::timestamptz + make_interval(secs => ${sql.raw(String(ms / 1000))}))`
}

/** Drizzle's own placeholders do not know null: they would write a JSON null, or call a method of it. */
function placeOf(name: string, column: Column): SQL {
  const encoder = {
    mapToDriverValue: (value: unknown) => (value === null ? null : column.mapToDriverValue(value)),
  }
  return sql`${sql.param(sql.placeholder(name), encoder)}`
}

/**
 * A statement whose text is built once in this process: to build it costs more CPU than to send it. It runs on whatever
 * connection `db` stands for, in a transaction or not. `build` must give the same statement each time.
 */
export function builtOnce<Values extends object, Result>(
  build: (db: DbOrTx, value: ValueOf<Values>) => Builder<Result>,
): (db: DbOrTx, values: Values) => Promise<Result> {
  // Without a name: `named-statements.ts` decides what Postgres itself prepares.
  const prepare = (db: DbOrTx) => build(db, placeOf).prepare('')
  let template: ReturnType<typeof prepare> | undefined
  return async (db, values) => {
    const connection = connectionOf(db)
    if (!connection) return prepare(db).execute(values as Row)
    template ??= prepare(db)
    const bound: typeof template = Object.create(template, { client: { value: connection } })
    return bound.execute(values as Row)
  }
}

type Runs<Result> = (db: DbOrTx, values: Row) => Promise<Result>
type Insert<Table extends PgTable> = PgInsert<Table, NodePgQueryResultHKT>
type Update<Table extends PgTable> = PgUpdate<Table, NodePgQueryResultHKT>

/** One statement for each set of columns that are given. */
function bySetOfColumns<Result>(make: (columns: readonly string[]) => Runs<Result>) {
  const made = new Map<string, Runs<Result>>()
  return (row: Row, prefix = ''): Runs<Result> => {
    const columns = Object.keys(row).filter(column => row[column] !== undefined)
    const key = `${prefix}${columns.join()}`
    const known = made.get(key) ?? make(columns)
    made.set(key, known)
    return known
  }
}

const places = (table: PgTable, columns: readonly string[], value: ValueOf<Row>) => {
  const all = getTableColumns(table)
  return Object.fromEntries(
    columns.flatMap(column => (all[column] ? [[column, value(column, all[column])]] : [])),
  )
}

/**
 * Inserts a row; `end` says what else the statement has, such as `returning`, or another statement with this one in it.
 */
export function insertsInto<Table extends PgTable, Result>(
  table: Table,
  end: (insert: Insert<Table>, db: DbOrTx, value: ValueOf<Row>) => Builder<Result>,
): (db: DbOrTx, row: Table['$inferInsert']) => Promise<Result> {
  const of = bySetOfColumns(columns =>
    builtOnce<Row, Result>((db, value) =>
      end(
        db.insert(table).values(places(table, columns, value) as Table['$inferInsert']) as never,
        db,
        value,
      ),
    ),
  )
  return (db, row) => of(row)(db, row)
}

/** Changes the row whose `key` has this value; `end` says what else the statement has, such as `returning`. */
export function updatesOf<Table extends PgTable, Result>(
  table: Table,
  key: PgColumn,
  end: (update: Update<Table>) => Builder<Result>,
): (db: DbOrTx, id: string, set: Partial<Table['$inferSelect']>) => Promise<Result> {
  const of = bySetOfColumns(columns =>
    builtOnce<Row, Result>((db, value) => {
      const set = places(table, columns, value) as Partial<Table['$inferSelect']>
      return end(
        db
          .update(table)
          .set(set as never)
          .where(eq(key, value('where id', key))) as never,
      )
    }),
  )
  return (db, id, set) => of(set)(db, { ...set, 'where id': id })
}
