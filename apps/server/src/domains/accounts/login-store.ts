import { and, eq, gt, isNull, lt, notExists } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../db/client.ts'
import type { Person } from './person.ts'
import { logins, refreshTokens, users, wsTickets } from './tables.ts'

export async function insertLogin(tx: Tx, login: { id: string; userId: string; now: Date }): Promise<void> {
  await tx
    .insert(logins)
    .values({ id: login.id, userId: login.userId, createdAt: login.now, lastUsedAt: login.now })
}

/** Marks a login as used; the owner's id, or null when the login does not stand. */
export async function touchLogin(tx: Tx, loginId: string, now: Date): Promise<string | null> {
  const [login] = await tx
    .update(logins)
    .set({ lastUsedAt: now })
    .where(and(eq(logins.id, loginId), isNull(logins.revokedAt)))
    .returning({ userId: logins.userId })
  return login?.userId ?? null
}

/** Ends a login, once: the first reason stays. */
export async function revokeLogin(
  db: DbOrTx,
  rule: { loginId: string; reason: string; now: Date },
): Promise<void> {
  await db
    .update(logins)
    .set({ revokedAt: rule.now, revokedReason: rule.reason })
    .where(and(eq(logins.id, rule.loginId), isNull(logins.revokedAt)))
}

/** The person behind a login that stands, in one query. */
export async function findPerson(
  db: DbOrTx,
  claims: { userId: string; loginId: string },
): Promise<Person | null> {
  const [person] = await db
    .select({
      id: users.id,
      username: users.username,
      firstName: users.firstName,
      isInfluencer: users.isInfluencer,
      loginId: logins.id,
    })
    .from(logins)
    .innerJoin(users, eq(users.id, logins.userId))
    .where(
      and(
        eq(logins.id, claims.loginId),
        eq(users.id, claims.userId),
        isNull(logins.revokedAt),
        isNull(users.deletedAt),
      ),
    )
  return person ?? null
}

export async function loginStands(db: DbOrTx, loginId: string): Promise<boolean> {
  const rows = await db
    .select({ id: logins.id })
    .from(logins)
    .innerJoin(users, eq(users.id, logins.userId))
    .where(and(eq(logins.id, loginId), isNull(logins.revokedAt), isNull(users.deletedAt)))
  return rows.length === 1
}

export async function insertRefreshToken(
  tx: Tx,
  token: { id: string; loginId: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.insert(refreshTokens).values(token)
}

/** Uses a token up for a successor; of many at once exactly one gets its login, the others null. */
export async function useRefreshToken(
  tx: Tx,
  use: { id: string; successorId: string; now: Date },
): Promise<{ loginId: string } | null> {
  const [used] = await tx
    .update(refreshTokens)
    .set({ usedAt: use.now, successorId: use.successorId })
    .where(
      and(eq(refreshTokens.id, use.id), isNull(refreshTokens.usedAt), gt(refreshTokens.expiresAt, use.now)),
    )
    .returning({ loginId: refreshTokens.loginId })
  return used ?? null
}

export async function findRefreshToken(db: DbOrTx, id: string) {
  const [token] = await db.select().from(refreshTokens).where(eq(refreshTokens.id, id))
  return token ?? null
}

export async function insertWsTicket(db: DbOrTx, row: typeof wsTickets.$inferInsert): Promise<void> {
  await db.insert(wsTickets).values(row)
}

/** Uses a ticket up; whose it was, or null when it is used, late, or for another path. */
export async function useWsTicket(
  db: DbOrTx,
  use: { id: string; path: string; now: Date },
): Promise<{ userId: string; loginId: string } | null> {
  const [ticket] = await db
    .update(wsTickets)
    .set({ usedAt: use.now })
    .where(
      and(
        eq(wsTickets.id, use.id),
        eq(wsTickets.path, use.path),
        isNull(wsTickets.usedAt),
        gt(wsTickets.expiresAt, use.now),
      ),
    )
    .returning({ userId: wsTickets.userId, loginId: wsTickets.loginId })
  return ticket ?? null
}

/** Takes away what is of no use to anybody: late tickets, late refresh tokens, and logins that have none left. */
export async function deleteExpired(db: DbOrTx, before: { now: Date; lastUse: Date }): Promise<void> {
  await db.delete(wsTickets).where(lt(wsTickets.expiresAt, before.now))
  await db.delete(refreshTokens).where(lt(refreshTokens.expiresAt, before.now))
  const tokens = db
    .select({ id: refreshTokens.id })
    .from(refreshTokens)
    .where(eq(refreshTokens.loginId, logins.id))
  await db.delete(logins).where(and(lt(logins.lastUsedAt, before.lastUse), notExists(tokens)))
}
