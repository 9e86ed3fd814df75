import { messages } from '@parley/contract'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../../core/refusal.ts'
import { builtOnce } from '../../db/built-once.ts'
import type { DbOrTx, Tx } from '../../db/client.ts'
import { revokeLogins } from './store.ts'
import { users } from './tables.ts'

/** Suspends an account: its logins end with the transaction. The caller holds the person's lock. */
export async function closeAccount(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.update(users).set({ suspendedAt: now }).where(eq(users.id, userId))
  await revokeLogins(tx, { userId, keptLoginId: null, reason: 'suspended', now })
}

/** Ends the suspension; the person must log in again. */
export async function openAccount(tx: Tx, userId: string): Promise<void> {
  await tx.update(users).set({ suspendedAt: null }).where(eq(users.id, userId))
}

/** Whether one of some people is suspended just now. */
export async function isAnySuspended(db: DbOrTx, ids: readonly string[]): Promise<boolean> {
  return (await suspendedOf(db, ids)).size > 0
}

/** Those of some people who are suspended. */
export async function suspendedOf(db: DbOrTx, ids: readonly string[]): Promise<Set<string>> {
  const found = await selectSuspended(db, { ids })
  return new Set(found.map(({ id }) => id))
}

const selectSuspended = builtOnce<{ ids: readonly string[] }, { id: string }[]>(db =>
  db
    .select({ id: users.id })
    .from(users)
    .where(
      and(sql`${users.id} = any(${sql.placeholder('ids')}::uuid[])`, sql`${users.suspendedAt} is not null`),
    ),
)

/** No login begins in a suspended account, whatever was shown. */
export async function refuseSuspended(tx: Tx, userId: string): Promise<void> {
  if (await isAnySuspended(tx, [userId])) throw refuse.forbidden(messages.suspended)
}

/** Whether strangers see a person: they chose so, and the account is open. */
export const isShownPerson: SQL<boolean> = sql<boolean>`(${users.publicProfile} and ${users.suspendedAt} is null)`

/** The people who are not suspended. */
export const isOpenAccount = and(isNull(users.deletedAt), isNull(users.suspendedAt))

/** Whether all of some people have an account that is neither suspended nor deleted. */
export async function areAllOpen(db: DbOrTx, ids: readonly string[]): Promise<boolean> {
  const people = [...new Set(ids)]
  return (await db.$count(users, and(inArray(users.id, people), isOpenAccount))) === people.length
}
