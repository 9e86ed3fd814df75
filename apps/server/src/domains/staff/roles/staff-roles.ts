import { STAFF_ROLES, type StaffRole } from '@parley/contract'
import { and, asc, eq } from 'drizzle-orm'
import type { Core } from '../../../core/core.ts'
import type { Person } from '../../../core/person.ts'
import { type Db, type DbOrTx, type Tx, withTransaction } from '../../../db/client.ts'
import { factorMethods, findUserByUsername, hasSteppedUp, lockUser, users } from '../../accounts/public.ts'
import { recordAction } from '../actions/record-action.ts'
import { staffRoles } from '../tables.ts'

/** The roles of a person, in the order of `STAFF_ROLES`. */
export async function rolesOf(db: DbOrTx, userId: string): Promise<StaffRole[]> {
  const rows = await db
    .select({ role: staffRoles.role })
    .from(staffRoles)
    .where(eq(staffRoles.userId, userId))
  return STAFF_ROLES.filter(role => rows.some(row => row.role === role))
}

/** Whether a person has any role: their last second factor stays. */
export const isStaff = async (db: DbOrTx, userId: string): Promise<boolean> =>
  (await db.$count(staffRoles, eq(staffRoles.userId, userId))) > 0

/** What a login may do as staff just now. */
export async function staffStanding(deps: Pick<Core, 'db' | 'clock'>, person: Person) {
  const roles = await rolesOf(deps.db, person.id)
  if (roles.length === 0) return { roles, methods: [], steppedUp: false }
  return {
    roles,
    methods: await factorMethods(deps.db, person.id),
    steppedUp: await hasSteppedUp(deps.db, { loginId: person.loginId, now: deps.clock.now() }),
  }
}

/** A command of the operator that names nobody, or no role. */
export class StaffCommandError extends Error {}

export interface RoleChange {
  username: string
  role: StaffRole
  now: Date
}

/** Gives a person a role; safe to repeat. Whether they have a second factor is asked at each of their calls. */
export function grantRole(db: Db, change: RoleChange): Promise<void> {
  return changeRoles(db, change, 'grant')
}

/** Takes a role away; safe to repeat. */
export function revokeRole(db: Db, change: RoleChange): Promise<void> {
  return changeRoles(db, change, 'revoke')
}

/** Gives or takes a role, in the transaction of who decides it; the caller holds the person's lock. */
export async function applyRole(
  tx: Tx,
  { userId, role, change, now }: { userId: string; role: StaffRole; change: 'grant' | 'revoke'; now: Date },
): Promise<void> {
  if (change === 'grant')
    await tx.insert(staffRoles).values({ userId, role, grantedAt: now }).onConflictDoNothing()
  else await tx.delete(staffRoles).where(and(eq(staffRoles.userId, userId), eq(staffRoles.role, role)))
}

async function changeRoles(
  db: Db,
  { username, role, now }: RoleChange,
  change: 'grant' | 'revoke',
): Promise<void> {
  const user = await findUserByUsername(db, username)
  if (!user) throw new StaffCommandError(`There is nobody called ${username}`)
  await withTransaction(db, async tx => {
    // The person's lock: a removal of their last second factor sees the role, or comes before it.
    if (!(await lockUser(tx, user.id))) throw new StaffCommandError(`There is nobody called ${username}`)
    const before = await rolesOf(tx, user.id)
    await applyRole(tx, { userId: user.id, role, change, now })
    const after = await rolesOf(tx, user.id)
    if (before.join() === after.join()) return
    const act = after.length > before.length ? 'grant_role' : 'revoke_role'
    await recordAction(tx, {
      ...{ staffId: null, act, personId: user.id, about: { kind: 'person', id: user.id } as const, now },
      ...{ before: { roles: before }, after: { roles: after, role } },
    })
  })
}

/** Everybody with a role, by username, as the command lists them. */
export async function listStaff(db: Db): Promise<{ username: string; role: StaffRole }[]> {
  return db
    .select({ username: users.username, role: staffRoles.role })
    .from(staffRoles)
    .innerJoin(users, eq(users.id, staffRoles.userId))
    .orderBy(asc(users.username), asc(staffRoles.role))
}

/** Deletes the roles of a deleted account. */
export async function eraseRoles(tx: Tx, userId: string): Promise<void> {
  await tx.delete(staffRoles).where(eq(staffRoles.userId, userId))
}
