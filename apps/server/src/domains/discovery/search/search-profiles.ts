import { EXPLORE_RESULTS_MAX } from '@parley/contract'
import { and, desc, eq, gt, lte } from 'drizzle-orm'
import { anyOfPlace } from '../../../db/any-of.ts'
import { builtOnce, type ValueOf } from '../../../db/built-once.ts'
import type { DbOrTx } from '../../../db/client.ts'
import { users } from '../../accounts/public.ts'
import { type FoundProfile, PROFILE_AND_PERSON, profiles, profileWords } from '../../profiles/public.ts'
import { ADDRESSES_MAX, type Range } from './range.ts'
import {
  inOrderOf,
  isFound,
  isNotApart,
  isOfShownPerson,
  matchesFilters,
  type Search,
  type Searched,
} from './shown.ts'

/** Public profiles, the newest first without a text. */
export const searchedProfiles: Searched = {
  listed: (db, search, { limit, offset }) =>
    shownProfiles(db, search).orderBy(desc(profiles.userId)).limit(limit).offset(offset),
  some: (db, search) => shownProfiles(db, search).limit(EXPLORE_RESULTS_MAX).as('found'),
  matching: (db, query, search) =>
    db
      .select({ id: profileWords.userId, words: profileWords.words })
      .from(profileWords)
      .where(and(isFound(profileWords.words, query, search), isNotApart(search, profileWords.userId)))
      .limit(EXPLORE_RESULTS_MAX)
      .as('found'),
}

const shownProfiles = (db: DbOrTx, search: Search) =>
  db
    .select({ id: profiles.userId })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(matchesFilters(search))

/** The profiles with these ids that everybody may see, in the order of the ids. */
export async function publicProfiles(db: DbOrTx, ids: readonly string[]): Promise<FoundProfile[]> {
  if (ids.length === 0) return []
  return inOrderOf(ids, await selectShown(db, { ids }), ({ user }) => user.id)
}

const selectShown = builtOnce((db, value: ValueOf<{ ids: readonly string[] }>) =>
  db
    .select(PROFILE_AND_PERSON)
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(isOfShownPerson, anyOfPlace(profiles.userId, value('ids', profiles.userId)))),
)

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
