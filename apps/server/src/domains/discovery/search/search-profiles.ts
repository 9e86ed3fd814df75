import { EXPLORE_RESULTS_MAX } from '@parley/contract'
import { and, desc, eq, gt, lte, type SQL } from 'drizzle-orm'
import { anyOf } from '../../../db/any-of.ts'
import type { DbOrTx } from '../../../db/client.ts'
import { users } from '../../accounts/public.ts'
import { type FoundProfile, PROFILE_AND_PERSON, profiles, profileWords } from '../../profiles/public.ts'
import { ADDRESSES_MAX, type Range } from './range.ts'
import { askedWords, bestFirst, hasWords, inOrderOf, isAsked, isOfShownPerson, type Search } from './shown.ts'

/** Ids of the public profiles that match, best first, at most EXPLORE_RESULTS_MAX; without words the newest first. */
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
  // Only what is kept is ranked: a word that everybody uses costs no more than a rare one.
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

/** The profiles of these ids that everybody may see, in their order. */
export async function publicProfiles(db: DbOrTx, ids: readonly string[]): Promise<FoundProfile[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select(PROFILE_AND_PERSON)
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(isOfShownPerson, anyOf(profiles.userId, ids)))
  return inOrderOf(ids, rows, ({ user }) => user.id)
}

/** Usernames of the public profiles of a range of ids, in the order of their making: what search engines may know. */
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
