import type { DbOrTx } from '../../db/client.ts'
import { findVersion } from './store.ts'

/**
 * The version of a public profile, by one small query: part of every cache key. Null when the profile is not public.
 */
export async function profileVersion(
  db: DbOrTx,
  username: string,
): Promise<{ userId: string; version: number } | null> {
  const found = await findVersion(db, username)
  return found?.isPublic ? { userId: found.userId, version: found.version } : null
}
