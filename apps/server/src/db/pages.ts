import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Rows are counted up to this; a longer list only says that there are more. */
const COUNTED_MAX = 200

/** Which page of a list: by its number, or after the last row of the page before. */
export interface PageRequest {
  page: number
  page_size: number
  after?: { at: Date; id: string } | undefined
}

/** How a page is read. */
export interface Step {
  /** What comes after the page before; undefined for a page that is requested by its number. */
  isAfter: SQL | undefined
  order: SQL[]
  limit: number
  offset: number
}

export interface RowsOfPage<Row> {
  /** Exact up to 200; beyond that more than the rows of all pages so far, while there are more. */
  count: number
  rows: Row[]
  /** Where the next page begins. */
  last: string | null
}

interface ListRule<Row> {
  page: PageRequest
  /** The moment by which the list is ordered, and what decides between rows of one moment; an index has both. */
  at: PgColumn
  id: PgColumn
  first: 'oldest' | 'newest'
  read(step: Step): PromiseLike<Row[]>
  /** How many rows there are, of which no more than `most` are read. */
  count(most: number): PromiseLike<number>
  placeOf(row: Row): { at: Date; id: string }
}

/**
 * A page of a list. After a row, the next page costs the same however far it is, and leaves no row out while others
 * leave the list.
 */
export async function readPage<Row>(rule: ListRule<Row>): Promise<RowsOfPage<Row>> {
  const { page, at, id } = rule
  const { page_size: size, after } = page
  const [way, than] = rule.first === 'oldest' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
  const isAfter =
    after &&
    sql`(${at}, ${id}) ${than} (${after.at.toISOString()}::timestamptz, ${after.id}::${sql.raw(id.getSQLType())})`
  const found = await rule.read({
    ...{ isAfter, order: [sql`${at} ${way}`, sql`${id} ${way}`], limit: size + 1 },
    offset: after ? 0 : (page.page - 1) * size,
  })
  const rows = found.slice(0, size)
  const last = rows.at(-1)
  const place = last && rule.placeOf(last)
  const counted = Math.min(await rule.count(COUNTED_MAX), COUNTED_MAX)
  const reached = page.page * size
  return {
    rows,
    count: found.length > size ? Math.max(counted, reached + 1) : Math.min(counted, reached),
    last: place ? `${place.at.getTime()}_${place.id}` : null,
  }
}
