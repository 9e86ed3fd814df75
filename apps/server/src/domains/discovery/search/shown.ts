import type { Category } from '@parley/contract'
import { type AnyColumn, and, desc, eq, isNull, not, type SQL, sql } from 'drizzle-orm'
import { wordsQuery } from '../../../core/search-words.ts'
import { anyOf } from '../../../db/any-of.ts'
import { isShownPerson, users } from '../../accounts/public.ts'
import { profiles } from '../../profiles/public.ts'

/** What is looked for: words as typed, perhaps none, and perhaps a category. */
export interface Search {
  q: string
  category?: Category | undefined
  /** People who are left out. */
  apart?: readonly string[]
}

/** Whom everybody may see; private and deleted people are not found, whatever is typed, nor are their events. */
export const isOfShownPerson = and(isShownPerson, isNull(users.deletedAt))

/** The words of a search as Postgres reads them; null where there are none. */
export function askedWords({ q }: Search): SQL | null {
  const query = wordsQuery(q)
  return query === null ? null : sql`to_tsquery('simple', ${query})`
}

/** Who is found by everything but words. */
export const isAsked = ({ category, apart }: Search): SQL | undefined =>
  and(
    isOfShownPerson,
    category && eq(profiles.category, category),
    apart?.length ? not(anyOf(users.id, apart)) : undefined,
  )

/** Whether the stored words of a row match the searched ones. */
export const hasWords = (words: AnyColumn, asked: SQL): SQL => sql`${words} @@ ${asked}`

/** The order of found rows by the rank of their words, best first. */
export const bestFirst = (found: { id: AnyColumn; words: AnyColumn }, asked: SQL): SQL[] => [
  desc(sql`ts_rank(${found.words}, ${asked})`),
  desc(found.id),
]

/** Rows in the order of the ids by which they were asked for; a row that is hidden by now is left out. */
export function inOrderOf<T>(ids: readonly string[], rows: readonly T[], idOf: (row: T) => string): T[] {
  const byId = new Map(rows.map(row => [idOf(row), row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}
