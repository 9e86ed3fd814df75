import { messages, NOTIFICATION_DEFAULTS, type NotificationSettings } from '@parley/contract'
import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { refuse } from '../../core/refusal.ts'
import { builtOnce, type ValueOf } from '../../db/built-once.ts'
import type { DbOrTx, Tx } from '../../db/client.ts'
import { retireUsernames, usernameIsKept } from './own-account/former-usernames.ts'
import { factorLosses, factorTickets, logins, users } from './tables.ts'

export type UserRow = typeof users.$inferSelect
export type NewUserRow = typeof users.$inferInsert

const selectByUsername = builtOnce((db, value: ValueOf<{ username: string }>) =>
  db
    .select()
    .from(users)
    .where(
      and(eq(sql`lower(${users.username})`, value('username', users.username)), isNull(users.deletedAt)),
    ),
)
const selectById = builtOnce((db, value: ValueOf<{ id: string }>) =>
  db
    .select()
    .from(users)
    .where(and(eq(users.id, value('id', users.id)), isNull(users.deletedAt))),
)
const selectLocked = builtOnce((db, value: ValueOf<{ id: string }>) =>
  db
    .select()
    .from(users)
    .where(and(eq(users.id, value('id', users.id)), isNull(users.deletedAt)))
    .for('update'),
)

/** The account with this email, in any case. */
export async function findUserByEmail(db: DbOrTx, email: string): Promise<UserRow | null> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.deletedAt)))
  return user ?? null
}

/** The account that a sign-up with this key created. */
export async function findUserBySignUp(db: DbOrTx, signUpKey: string): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(eq(users.signUpKey, signUpKey))
  return user ?? null
}

/** The account with this username, in any case. */
export async function findUserByUsername(db: DbOrTx, username: string): Promise<UserRow | null> {
  const [user] = await selectByUsername(db, { username: username.toLowerCase() })
  return user ?? null
}

/** The account with this id. */
export async function findUserById(db: DbOrTx, id: string): Promise<UserRow | null> {
  const [user] = await selectById(db, { id })
  return user ?? null
}

/** The account with this id, locked until the transaction ends. */
export async function lockUser(tx: Tx, id: string): Promise<UserRow | null> {
  const [user] = await selectLocked(tx, { id })
  return user ?? null
}

/** Whether an account stands; the result stays true until the transaction ends, for a row that names its person. */
export async function holdAccount(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('key share')
  return rows.length === 1
}

/** Which of the two is taken; the names of deleted accounts stay taken, given-up names for a while. */
export async function findTaken(
  db: DbOrTx,
  wanted: { username: string; email: string; now: Date },
): Promise<{ username: boolean; email: boolean }> {
  const username = wanted.username.toLowerCase()
  const email = wanted.email.toLowerCase()
  const rows = await db
    .select({ username: users.username, email: users.email })
    .from(users)
    .where(or(eq(sql`lower(${users.username})`, username), eq(sql`lower(${users.email})`, email)))
  // Asked after the accounts: a name given up in between is found by the one or the other.
  const isKept = await usernameIsKept(db, { username, now: wanted.now })
  return {
    username: isKept || rows.some(row => row.username.toLowerCase() === username),
    email: rows.some(row => row.email.toLowerCase() === email),
  }
}

/** Removes the personal data from an account's row; the row stays for its references, and the name stays taken. */
export async function anonymiseUser(tx: Tx, user: UserRow, now: Date): Promise<void> {
  await retireUsernames(tx, user)
  const name = `deleted-${user.id.slice(-12)}`
  await tx
    .update(users)
    .set({
      username: name,
      email: `${name}@deleted.invalid`,
      emailVerifiedAt: null,
      firstName: 'Deleted',
      lastName: 'account',
      passwordHash: '',
      signUpKey: null,
      bio: '',
      country: '',
      city: '',
      address: '',
      publicProfile: false,
      exposeEmail: false,
      notifications: {
        ...user.notifications,
        system_email: false,
        chat_email: false,
        calendar_invites: false,
      },
      updatedAt: now,
      deletedAt: now,
    })
    .where(eq(users.id, user.id))
}

/** Stores an account; a name that was given up lately is refused as taken. */
export async function insertUser(tx: Tx, row: NewUserRow): Promise<UserRow> {
  const [user] = await tx.insert(users).values(row).returning()
  if (!user) throw new Error('the database returned no account')
  // Asked while the index holds the name (attack: a sign-up that waits for the moment in which a name is given up).
  if (await usernameIsKept(tx, { username: user.username, now: user.createdAt, exceptOf: user.id }))
    throw refuse.fields({ username: [messages.usernameTaken] })
  return user
}

/** The switches of a person, with the default where one is newer than the account. */
export const notificationsOf = (user: Pick<UserRow, 'notifications'>): NotificationSettings => ({
  ...NOTIFICATION_DEFAULTS,
  ...user.notifications,
})

/** What settings may change. */
export type UserChange = Partial<
  Pick<
    NewUserRow,
    | 'username'
    | 'isInfluencer'
    | 'firstName'
    | 'lastName'
    | 'email'
    | 'emailVerifiedAt'
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

/** Changes the password if it is still the proven one; false if not. */
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

/** True, and locked, while the account has the proven password. */
export async function holdPasswordHash(tx: Tx, proven: { userId: string; hash: string }): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, proven.userId), eq(users.passwordHash, proven.hash), isNull(users.deletedAt)))
    .for('share')
  return rows.length === 1
}

/** Sets a password after its owner proved the mailbox; false when the account is deleted. */
export async function setPassword(
  tx: Tx,
  change: { userId: string; hash: string; emailVerifiedAt: Date; now: Date },
): Promise<boolean> {
  const { hash: passwordHash, emailVerifiedAt, now: updatedAt } = change
  const changed = await tx
    .update(users)
    .set({ passwordHash, emailVerifiedAt, updatedAt })
    .where(and(eq(users.id, change.userId), isNull(users.deletedAt)))
    .returning({ id: users.id })
  return changed.length === 1
}

/** Ends logins of a person: all of them, or all but the one named; and those that wait for a second factor. */
export async function revokeLogins(
  tx: Tx,
  rule: { userId: string; keptLoginId: string | null; reason: string; now: Date },
): Promise<void> {
  // Attack: a ticket, or a loss, that somebody asked for with the old password.
  await tx.delete(factorTickets).where(eq(factorTickets.userId, rule.userId))
  await tx.delete(factorLosses).where(eq(factorLosses.userId, rule.userId))
  const others = rule.keptLoginId === null ? undefined : ne(logins.id, rule.keptLoginId)
  await tx
    .update(logins)
    .set({ revokedAt: rule.now, revokedReason: rule.reason })
    .where(and(eq(logins.userId, rule.userId), others, isNull(logins.revokedAt)))
}
