import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../db/client.ts'
import { logins, users } from './tables.ts'

export type UserRow = typeof users.$inferSelect
export type NewUserRow = typeof users.$inferInsert

const isUser = (username: string) =>
  and(eq(sql`lower(${users.username})`, username.toLowerCase()), isNull(users.deletedAt))

/** The account with this email, in any case. */
export async function findUserByEmail(db: DbOrTx, email: string): Promise<UserRow | null> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.deletedAt)))
  return user ?? null
}

/** The account with this username, in any case. */
export async function findUserByUsername(db: DbOrTx, username: string): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(isUser(username))
  return user ?? null
}

/** The account with this id. */
export async function findUserById(db: DbOrTx, id: string): Promise<UserRow | null> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  return user ?? null
}

/** The account with this id, locked until the transaction ends. */
export async function lockUser(tx: Tx, id: string): Promise<UserRow | null> {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('update')
  return user ?? null
}

/** Which of the two is somebody's already; the names of deleted accounts stay taken. */
export async function findTaken(
  db: DbOrTx,
  wanted: { username: string; email: string },
): Promise<{ username: boolean; email: boolean }> {
  const username = wanted.username.toLowerCase()
  const email = wanted.email.toLowerCase()
  const rows = await db
    .select({ username: users.username, email: users.email })
    .from(users)
    .where(or(eq(sql`lower(${users.username})`, username), eq(sql`lower(${users.email})`, email)))
  return {
    username: rows.some(row => row.username.toLowerCase() === username),
    email: rows.some(row => row.email.toLowerCase() === email),
  }
}

export async function insertUser(tx: Tx, row: NewUserRow): Promise<UserRow> {
  const [user] = await tx.insert(users).values(row).returning()
  if (!user) throw new Error('the database returned no account')
  return user
}

/** What settings may change. */
export type UserChange = Partial<
  Pick<
    NewUserRow,
    | 'firstName'
    | 'lastName'
    | 'email'
    | 'bio'
    | 'country'
    | 'city'
    | 'address'
    | 'publicProfile'
    | 'exposeEmail'
    | 'notifications'
  >
>

export async function updateUser(
  tx: Tx,
  change: { userId: string; set: UserChange; now: Date },
): Promise<UserRow> {
  const [user] = await tx
    .update(users)
    .set({ ...change.set, updatedAt: change.now })
    .where(eq(users.id, change.userId))
    .returning()
  if (!user) throw new Error('the database returned no account')
  return user
}

/** Changes the password if it is still the one that was proven; false when it is not. */
export async function replacePasswordHash(
  tx: Tx,
  change: { userId: string; from: string; to: string; now: Date },
): Promise<boolean> {
  const changed = await tx
    .update(users)
    .set({ passwordHash: change.to, updatedAt: change.now })
    .where(and(eq(users.id, change.userId), eq(users.passwordHash, change.from), isNull(users.deletedAt)))
    .returning({ id: users.id })
  return changed.length === 1
}

/** True, and locked against a change, while the account has the password that was proven. */
export async function holdPasswordHash(tx: Tx, proven: { userId: string; hash: string }): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, proven.userId), eq(users.passwordHash, proven.hash), isNull(users.deletedAt)))
    .for('share')
  return rows.length === 1
}

/** Ends logins of a person: all of them but the one named. */
export async function revokeOtherLogins(
  tx: Tx,
  rule: { userId: string; keptLoginId: string; reason: string; now: Date },
): Promise<void> {
  await tx
    .update(logins)
    .set({ revokedAt: rule.now, revokedReason: rule.reason })
    .where(and(eq(logins.userId, rule.userId), ne(logins.id, rule.keptLoginId), isNull(logins.revokedAt)))
}
