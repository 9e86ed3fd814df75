import type { Core } from '../../../core/core.ts'
import type { Person } from '../../../core/person.ts'
import type { AccountsDeps } from '../deps.ts'
import { maySee } from '../show-user.ts'
import { findUserById, type UserRow } from '../store.ts'
import { ownerOfFormer } from './former-usernames.ts'

/** The person who had this name lately and has another one now. */
async function findMoved(deps: Pick<Core, 'db' | 'clock'>, username: string): Promise<UserRow | null> {
  const userId = await ownerOfFormer(deps.db, { username, now: deps.clock.now() })
  return userId === null ? null : findUserById(deps.db, userId)
}

/** The new name of a public person; null if this is no former name, or of a private profile. */
export async function publicMovedUsername(
  deps: Pick<Core, 'db' | 'clock'>,
  username: string,
): Promise<string | null> {
  const user = await findMoved(deps, username)
  return user?.publicProfile && !user.suspendedAt ? user.username : null
}

/**
 * The new name of a person whom this viewer may see: a private profile's old address reveals nothing to strangers.
 */
export async function movedUsername(
  deps: Pick<AccountsDeps, 'db' | 'clock' | 'sharesRequest' | 'areApart'>,
  input: { username: string; viewer: Person | null },
): Promise<string | null> {
  const user = await findMoved(deps, input.username)
  return user && (await maySee(deps, { owner: user, viewer: input.viewer })) ? user.username : null
}
