import { EXPLORE_RESULTS_MAX } from '@parley/contract'
import { and, desc, eq, gt, lte, type SQL } from 'drizzle-orm'
import { anyOf } from '../../../db/any-of.ts'
import type { DbOrTx } from '../../../db/client.ts'
import { users } from '../../accounts/public.ts'
import { type FoundProfile, PROFILE_AND_PERSON, profiles, profileWords } from '../../profiles/public.ts'
import { ADDRESSES_MAX, type Range } from './range.ts'
import { askedWords, bestFirst, hasWords, inOrderOf, isAsked, isOfShownPerson, type Search } from './shown.ts'

/**
 * Ids of the matching public profiles, best first, at most EXPLORE_RESULTS_MAX; without a search text the newest first.
 */
export async function searchProfiles(db: DbOrTx, search: Search): Promise<string[]> {
  const words = askedWords(search)
  const where = isAsked(search)
  const rows = await (words === null ? newest(db, where) : matching(db, words, where))
  return rows.map(row => row.id)
}

function newest(db: DbOrTx, where: SQL | undefined) {
  return db
    .select({ id: profiles.userId })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(where)
    .orderBy(desc(profiles.userId))
    .limit(EXPLORE_RESULTS_MAX)
}

function matching(db: DbOrTx, asked: SQL, where: SQL | undefined) {
  // Ranks only a limited number of rows: a word in every profile costs no more than a rare one.
  const found = db
    .select({ id: profiles.userId, words: profileWords.words })
    .from(profileWords)
    .innerJoin(profiles, eq(profiles.userId, profileWords.userId))
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(hasWords(profileWords.words, asked), where))
    .limit(EXPLORE_RESULTS_MAX)
    .as('found')
  return db
    .select({ id: found.id })
    .from(found)
    .orderBy(...bestFirst(found, asked))
}

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
