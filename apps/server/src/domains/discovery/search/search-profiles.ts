import { EXPLORE_RESULTS_MAX } from '@parley/contract'
import { and, desc, eq, gt, lte, type SQL } from 'drizzle-orm'
import { anyOf } from '../../../db/any-of.ts'
import type { DbOrTx } from '../../../db/client.ts'
import { users } from '../../accounts/public.ts'
import { type FoundProfile, PROFILE_AND_PERSON, profiles, profileWords } from '../../profiles/public.ts'
import { ADDRESSES_MAX, type Range } from './range.ts'
import {
  type FoundIds,
  inOrderOf,
  isFound,
  isNotApart,
  isOfShownPerson,
  matchesFilters,
  type Part,
  rankedPart,
  type Search,
  tsqueryOf,
} from './shown.ts'

/** A part of the ids of the matching public profiles, best first; without a search text the newest first. */
export async function searchProfiles(db: DbOrTx, search: Search, part: Part): Promise<FoundIds> {
  const query = tsqueryOf(search)
  if (query !== null) return rankedPart(db, matching(db, query, search), { query, part })
  const rows = await listed(db, matchesFilters(search))
    .orderBy(desc(profiles.userId))
    .limit(part.limit)
    .offset(part.offset)
  return { ids: rows.map(row => row.id) }
}

/** How many public profiles match, at most EXPLORE_RESULTS_MAX. */
export async function countProfiles(db: DbOrTx, search: Search): Promise<number> {
  const query = tsqueryOf(search)
  const found =
    query === null
      ? listed(db, matchesFilters(search)).limit(EXPLORE_RESULTS_MAX).as('found')
      : matching(db, query, search)
  return db.$count(found)
}

const listed = (db: DbOrTx, where: SQL | undefined) =>
  db
    .select({ id: profiles.userId })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(where)

/** Ranks only a limited number of rows: a word in every profile costs no more than a rare one. */
const matching = (db: DbOrTx, query: SQL, search: Search) =>
  db
    .select({ id: profileWords.userId, words: profileWords.words })
    .from(profileWords)
    .where(and(isFound(profileWords.words, query, search), isNotApart(search, profileWords.userId)))
    .limit(EXPLORE_RESULTS_MAX)
    .as('found')

/** The profiles with these ids that everybody may see, in the order of the ids. */
export async function publicProfiles(db: DbOrTx, ids: readonly string[]): Promise<FoundProfile[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select(PROFILE_AND_PERSON)
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(isOfShownPerson, anyOf(profiles.userId, ids)))
  return inOrderOf(ids, rows, ({ user }) => user.id)
}

/** Usernames of the public profiles in a range of ids, the oldest first, for sitemaps. */
export async function listPublicUsernames(
  db: DbOrTx,
  { after, upTo }: Range,
): Promise<{ username: string; updatedAt: Date }[]> {
  return db
    .select({ username: users.username, updatedAt: profiles.updatedAt })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(gt(profiles.userId, after), lte(profiles.userId, upTo), isOfShownPerson))
    .orderBy(profiles.userId)
    .limit(ADDRESSES_MAX)
}
