import { type Category, EXPLORE_RESULTS_MAX } from '@parley/contract'
import { and, desc, eq, isNull, not, sql } from 'drizzle-orm'
import { wordsQuery } from '../../core/search-words.ts'
import { anyOf } from '../../db/any-of.ts'
import type { DbOrTx } from '../../db/client.ts'
import { isShownPerson, users } from '../accounts/public.ts'
import { type FoundProfile, PROFILE_AND_PERSON } from './store.ts'
import { profiles, profileWords } from './tables.ts'

/** What is looked for: words as typed, perhaps none, and perhaps a category. */
export interface ProfileSearch {
  q: string
  category?: Category | undefined
  /** People who are left out. */
  apart?: readonly string[]
}

/** A profile that everybody may see; private people are not found, whatever is typed. */
const isPublic = and(isShownPerson, isNull(users.deletedAt))

/** Ids of the public profiles that match, best first, at most EXPLORE_RESULTS_MAX; without words the newest first. */
export async function searchProfiles(db: DbOrTx, search: ProfileSearch): Promise<string[]> {
  const query = wordsQuery(search.q)
  const where = and(
    isPublic,
    search.category && eq(profiles.category, search.category),
    search.apart?.length ? not(anyOf(users.id, search.apart)) : undefined,
  )
  const rows = await (query === null ? newest(db, where) : matching(db, query, where))
  return rows.map(row => row.id)
}

type Where = ReturnType<typeof and>

function newest(db: DbOrTx, where: Where) {
  return db
    .select({ id: profiles.userId })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(where)
    .orderBy(desc(profiles.userId))
    .limit(EXPLORE_RESULTS_MAX)
}

function matching(db: DbOrTx, query: string, where: Where) {
  const asked = sql`to_tsquery('simple', ${query})`
  // Only what is kept is ranked: a word that everybody uses costs no more than a rare one.
  const found = db
    .select({ id: profiles.userId, words: profileWords.words })
    .from(profileWords)
    .innerJoin(profiles, eq(profiles.userId, profileWords.userId))
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(sql`${profileWords.words} @@ ${asked}`, where))
    .limit(EXPLORE_RESULTS_MAX)
    .as('found')
  return db
    .select({ id: found.id })
    .from(found)
    .orderBy(desc(sql`ts_rank(${found.words}, ${asked})`), desc(found.id))
}

/** The profiles of these ids that everybody may see, in their order. */
export async function publicProfiles(db: DbOrTx, ids: readonly string[]): Promise<FoundProfile[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select(PROFILE_AND_PERSON)
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(isPublic, anyOf(profiles.userId, ids)))
  const byId = new Map(rows.map(row => [row.user.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

/** Usernames of all public profiles in the order of their making, a page of them: what search engines may know. */
export async function listPublicUsernames(
  db: DbOrTx,
  page: { limit: number; offset: number },
): Promise<{ username: string; updatedAt: Date }[]> {
  return db
    .select({ username: users.username, updatedAt: profiles.updatedAt })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(isPublic)
    .orderBy(profiles.userId)
    .limit(page.limit)
    .offset(page.offset)
}

export async function countPublicProfiles(db: DbOrTx): Promise<number> {
  const [row] = await db
    .select({ profiles: sql<number>`count(*)::int` })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(isPublic)
  return row?.profiles ?? 0
}
