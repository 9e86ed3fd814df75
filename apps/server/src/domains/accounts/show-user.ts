import type { OwnUser, PublicUser } from '@parley/contract'
import { invariant } from '../../core/invariant.ts'
import type { Person } from '../../core/person.ts'
import { refuse } from '../../core/refusal.ts'
import type { DbOrTx } from '../../db/client.ts'
import type { AccountsDeps } from './deps.ts'
import { findPendingEmail } from './email-change/email-change-store.ts'
import { findUserById, findUserByUsername, type UserRow } from './store.ts'
import { ownUserOf, publicUserOf } from './user-shapes.ts'

/** The caller's own account with their saved cards. */
export async function showMe(deps: AccountsDeps, person: Person): Promise<OwnUser> {
  const user = await findUserById(deps.db, person.id)
  if (!user) throw refuse.unauthenticated()
  return ownUser(deps, user)
}

/** An account as its owner sees it, with what belongs to it. */
export async function ownUser(
  deps: Pick<AccountsDeps, 'db' | 'clock' | 'cardsOf'>,
  user: UserRow,
): Promise<OwnUser> {
  return ownUserOf(user, {
    cards: await deps.cardsOf(user.id),
    pendingEmail: await findPendingEmail(deps.db, user.id, deps.clock.now()),
  })
}

/** A person as their own settings show them, cards included. */
export async function ownUserById(deps: AccountsDeps, userId: string): Promise<OwnUser> {
  const user = await findUserById(deps.db, userId)
  invariant(user, 'a logged-in person has an account')
  return ownUser(deps, user)
}

/** A person as others see them, or all of it to themselves; a private profile is 404 for strangers. */
export async function showUser(
  deps: AccountsDeps,
  input: { username: string; viewer: Person | null },
): Promise<OwnUser | PublicUser> {
  const user = await findUserByUsername(deps.db, input.username)
  if (!user || !(await maySee(deps, { owner: user, viewer: input.viewer }))) throw refuse.notFound()
  return user.id === input.viewer?.id ? ownUser(deps, user) : publicUserOf(user)
}

/** A public person who is no influencer, for pages rendered here; influencers have a page with more. */
export async function findPublicPerson(db: DbOrTx, username: string): Promise<PublicUser | null> {
  const user = await findUserByUsername(db, username)
  return user?.publicProfile && !user.suspendedAt && !user.isInfluencer ? publicUserOf(user) : null
}

/**
 * Whether a viewer may see a person: public, the viewer, or a person with whom the viewer has a request; never after
 * a block.
 */
export async function maySee(
  deps: Pick<AccountsDeps, 'sharesRequest' | 'areApart'>,
  pair: {
    /** Nobody sees a suspended person; if `suspended` is not given, `publicProfile` is false for them. */
    owner: Pick<UserRow, 'id' | 'publicProfile'> & Partial<Pick<UserRow, 'suspendedAt'>>
    viewer: Person | null
  },
): Promise<boolean> {
  const { owner, viewer } = pair
  if (owner.suspendedAt) return false
  if (!viewer) return owner.publicProfile
  if (viewer.id === owner.id) return true
  if (await deps.areApart(viewer.id, owner.id)) return false
  return owner.publicProfile || deps.sharesRequest(viewer.id, owner.id)
}
