import { randomInt } from 'node:crypto'
import {
  posesAsPlatform,
  USERNAME_MAX,
  USERNAME_MIN,
  USERNAME_PATTERN,
  usernameIsFree,
} from '@parley/contract'
import type { DbOrTx } from '../../../db/client.ts'
import { findTaken } from '../store.ts'

const NUMBER_DIGITS = 5
const TRIES_MAX = 20

/**
 * A free username, as close to the wish as possible; two callers at once may get the same, which the index refuses.
 */
export async function findFreeUsername(db: DbOrTx, wish: string, now: Date): Promise<string> {
  const alike = usernameLike(wish)
  // With a number such a name would still pose as the platform.
  const base = posesAsPlatform(alike) ? 'person' : alike
  for (let tried = 0; tried < TRIES_MAX; tried++) {
    const name = tried === 0 ? base : `${base}-${randomInt(10 ** (NUMBER_DIGITS - 1), 10 ** NUMBER_DIGITS)}`
    if (!usernameIsFree(name)) continue
    const taken = await findTaken(db, { username: name, email: '', now })
    if (!taken.username) return name
  }
  throw new Error('no free username in twenty tries')
}

/** Any words as a username: plain letters, digits and `._-`, never a dot first or last. */
export function usernameLike(wish: string): string {
  const plain = wish
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '')
    .replace(/^[._-]+|[._-]+$/g, '')
    .slice(0, USERNAME_MAX - NUMBER_DIGITS - 1)
    .replace(/[._-]+$/, '')
  return plain.length >= USERNAME_MIN && USERNAME_PATTERN.test(plain) ? plain : 'person'
}
