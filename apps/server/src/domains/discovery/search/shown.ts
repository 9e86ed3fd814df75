import type { Category } from '@parley/contract'
import { type AnyColumn, and, desc, eq, isNull, not, type SQL, type Subquery, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { wordsQuery } from '../../../core/search-words.ts'
import { anyOf } from '../../../db/any-of.ts'
import type { DbOrTx } from '../../../db/client.ts'
import { isShownPerson, users } from '../../accounts/public.ts'
import { profiles } from '../../profiles/public.ts'
import { isBlockBetween } from '../../safety/public.ts'

/** A search: a text, perhaps empty, and perhaps a category. */
export interface Search {
  q: string
  category?: Category | undefined
  /** Whom the results leave out: these people, or all whom a block separates from one reader. */
  apart?: readonly string[] | { readerId: string } | undefined
}

/** Whether the results leave a person out; undefined if they leave out nobody. */
export function isApart({ apart }: Search, person: PgColumn): SQL | undefined {
  if (!apart) return undefined
  return 'readerId' in apart ? isBlockBetween(apart.readerId, person) : anyOf(person, apart)
}

export function isNotApart(search: Search, person: PgColumn): SQL | undefined {
  const isOut = isApart(search, person)
  return isOut && not(isOut)
}

/** Part of a list: so many entries after the first `offset`. */
export interface Part {
  limit: number
  offset: number
}

/** The ids of a part of a list, and the number of all its entries where the same statement counts them. */
export interface FoundIds {
  ids: string[]
  count?: number
}

/** People whom everybody may see; no search finds private and deleted people, nor their events. */
export const isOfShownPerson = and(isShownPerson, isNull(users.deletedAt))

/** The text of a search as a tsquery; null without a text. */
function tsqueryOf({ q }: Search): SQL | null {
  const query = wordsQuery(q)
  return query === null ? null : sql`to_tsquery('simple', ${query})`
}

/** The conditions of a search without its text. */
export const matchesFilters = (search: Search): SQL | undefined =>
  and(
    isOfShownPerson,
    search.category && eq(profiles.category, search.category),
    isNotApart(search, users.id),
  )

/**
 * Whether a search vector matches the query and the category of a search. The index of the vectors has only what is
 * shown, and each vector has its category, so no other table is read for a match.
 */
export const isFound = (words: AnyColumn, query: SQL, { category }: Search): SQL =>
  sql`${words} @@ ${category ? sql`(${query} && ${`'/${category}'`}::tsquery)` : query}`

/** Counts all matching rows beside each row; ranking reads them anyway. */
const ofAll = sql<number>`(count(*) over ())::int`

/** What a search can find: its shown rows, and those of them that have the words. */
export interface Searched {
  /** A part of the shown rows, in the order that they have without words. */
  listed(db: DbOrTx, search: Search, part: Part): PromiseLike<{ id: string }[]>
  /** The first EXPLORE_RESULTS_MAX of the shown rows, in no order. */
  some(db: DbOrTx, search: Search): Subquery
  /**
   * The first EXPLORE_RESULTS_MAX of the matching rows, in no order: a word in every row costs no more than a rare one.
   */
  matching(db: DbOrTx, query: SQL, search: Search): Subquery & { id: AnyColumn; words: AnyColumn }
}

/** A part of the ids of what matches, best first; without a text in the order of the list. */
export async function findIds(
  db: DbOrTx,
  searched: Searched,
  { search, part }: { search: Search; part: Part },
): Promise<FoundIds> {
  const query = tsqueryOf(search)
  if (query !== null) return rankedPart(db, searched.matching(db, query, search), { query, part })
  return { ids: (await searched.listed(db, search, part)).map(row => row.id) }
}

/** How many match, at most EXPLORE_RESULTS_MAX. */
export async function countFound(db: DbOrTx, searched: Searched, search: Search): Promise<number> {
  const query = tsqueryOf(search)
  return db.$count(query === null ? searched.some(db, search) : searched.matching(db, query, search))
}

/** A part of the matching rows, best first; the statement says how many rows match, unless the part is empty. */
async function rankedPart(
  db: DbOrTx,
  found: Subquery & { id: AnyColumn; words: AnyColumn },
  { query, part }: { query: SQL; part: Part },
): Promise<FoundIds> {
  const rows = await db
    .select({ id: sql<string>`${found.id}`, count: ofAll })
    .from(found)
    .orderBy(...bestFirst(found, query))
    .limit(part.limit)
    .offset(part.offset)
  const [first] = rows
  return { ids: rows.map(row => row.id), ...(first && { count: first.count }) }
}

/** The order of matching rows by rank, best first. */
const bestFirst = (found: { id: AnyColumn; words: AnyColumn }, query: SQL): SQL[] => [
  desc(sql`ts_rank(${found.words}, ${query})`),
  desc(found.id),
]

/** Rows in the order of the given ids; a row that has become private in the meantime is left out. */
export function inOrderOf<T>(ids: readonly string[], rows: readonly T[], idOf: (row: T) => string): T[] {
  const byId = new Map(rows.map(row => [idOf(row), row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}
