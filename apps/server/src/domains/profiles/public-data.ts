import type { Influencer } from '@parley/contract'
import type { DbOrTx } from '../../db/client.ts'
import type { ProfilesDeps } from './deps.ts'
import { details } from './show-influencer.ts'
import { findProfile, findVersion } from './store.ts'

/** An influencer as everybody may see them, for pages rendered here; null when there is none or it is private. */
export async function findInfluencer(deps: ProfilesDeps, username: string): Promise<Influencer | null> {
  const found = await findProfile(deps.db, username)
  return found?.user.publicProfile ? details(deps, found) : null
}

/** The version of a public profile, one small query: part of every cache key. Null when it is not public. */
export async function profileVersion(
  db: DbOrTx,
  username: string,
): Promise<{ userId: string; version: number } | null> {
  const found = await findVersion(db, username)
  return found?.isPublic ? { userId: found.userId, version: found.version } : null
}
