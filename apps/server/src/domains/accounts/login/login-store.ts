import { REFRESH_TOKEN_TTL_SECONDS } from '@parley/contract'
import { and, asc, eq, exists, gt, inArray, isNull, lt, notExists, sql } from 'drizzle-orm'
import type { Person } from '../../../core/person.ts'
import { builtOnce, type ValueOf } from '../../../db/built-once.ts'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { type PageRequest, type RowsOfPage, readPage } from '../../../db/pages.ts'
import { stillUsable } from '../../../db/still-usable.ts'
import { isOpenAccount } from '../suspended.ts'
import { logins, refreshTokens, users, wsTickets } from '../tables.ts'

export async function insertLogin(
  tx: Tx,
  login: { id: string; userId: string; device: string; endsAt: Date | null; now: Date },
): Promise<void> {
  const { now, ...row } = login
  await tx.insert(logins).values({ ...row, createdAt: now, lastUsedAt: now })
}

/** The valid logins of a person, last used first. */
export async function listStandingLogins(
  db: DbOrTx,
  rule: { userId: string; now: Date; page: PageRequest },
): Promise<RowsOfPage<typeof logins.$inferSelect>> {
  const usable = db
    .select({ id: refreshTokens.id })
    .from(refreshTokens)
    .where(
      and(
        eq(refreshTokens.loginId, logins.id),
        isNull(refreshTokens.usedAt),
        gt(refreshTokens.expiresAt, rule.now),
      ),
    )
  const where = and(eq(logins.userId, rule.userId), isNull(logins.revokedAt), exists(usable))
  return readPage({
    ...{ page: rule.page, at: logins.lastUsedAt, id: logins.id, first: 'newest' },
    read: ({ isAfter, order, limit, offset }) =>
      db
        .select()
        .from(logins)
        .where(and(where, isAfter))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: most =>
      db.$count(db.select({ id: logins.id }).from(logins).where(where).limit(most).as('counted')),
    placeOf: ({ id, lastUsedAt: at }) => ({ id, at }),
  })
}

/** Ends a login of this very person; false when they have none with this id that stands. */
export async function revokeOwnLogin(
  db: DbOrTx,
  rule: { loginId: string; userId: string; now: Date },
): Promise<boolean> {
  const revoked = await db
    .update(logins)
    .set({ revokedAt: rule.now, revokedReason: 'revoked_by_owner' })
    .where(and(eq(logins.id, rule.loginId), eq(logins.userId, rule.userId), isNull(logins.revokedAt)))
    .returning({ id: logins.id })
  return revoked.length === 1
}

/** Deletes the logins of a deleted account, with all dependent rows. */
export async function deleteLoginsOf(tx: Tx, userId: string): Promise<void> {
  const own = tx.select({ id: logins.id }).from(logins).where(eq(logins.userId, userId))
  await tx.delete(wsTickets).where(eq(wsTickets.userId, userId))
  await tx.delete(refreshTokens).where(inArray(refreshTokens.loginId, own))
  await tx.delete(logins).where(eq(logins.userId, userId))
}

/** Marks a login as used; returns its person and its end, or null if it is not valid. */
export async function touchLogin(
  tx: Tx,
  loginId: string,
  now: Date,
): Promise<{ userId: string; endsAt: Date | null } | null> {
  const [login] = await tx
    .update(logins)
    .set({ lastUsedAt: now })
    .where(and(eq(logins.id, loginId), isNull(logins.revokedAt)))
    .returning({ userId: logins.userId, endsAt: logins.endsAt })
  return login ?? null
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
  const person = (await findPersons(db, [claims.loginId])).get(claims.loginId)
  return person?.id === claims.userId ? person : null
}

/** The people of some logins that stand, by login. */
export async function findPersons(db: DbOrTx, loginIds: readonly string[]): Promise<Map<string, Person>> {
  const people = await selectPersons(db, { loginIds })
  return new Map(people.map(person => [person.loginId, person]))
}

const selectPersons = builtOnce((db, _value: ValueOf<{ loginIds: readonly string[] }>) =>
  db
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
        sql`${logins.id} = any(${sql.placeholder('loginIds')}::uuid[])`,
        isNull(logins.revokedAt),
        isOpenAccount,
      ),
    ),
)

export function selectStandingLogins(db: DbOrTx, loginIds: readonly string[]) {
  return (
    db
      .select({ id: logins.id, username: users.username })
      .from(logins)
      .innerJoin(users, eq(users.id, logins.userId))
      // One parameter for any number: a full event has more logins than a statement may have parameters.
      .where(
        and(sql`${logins.id} = any(${sql.param(loginIds)}::uuid[])`, isNull(logins.revokedAt), isOpenAccount),
      )
  )
}

export async function insertRefreshToken(
  tx: Tx,
  token: { id: string; loginId: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.insert(refreshTokens).values(token)
}

/** Uses a token up for a successor; of many callers at once exactly one gets its login, the others null. */
export async function useRefreshToken(
  tx: Tx,
  use: { id: string; successorId: string; now: Date },
): Promise<{ loginId: string } | null> {
  const [used] = await tx
    .update(refreshTokens)
    .set({ usedAt: use.now, successorId: use.successorId })
    .where(stillUsable(refreshTokens, use))
    .returning({ loginId: refreshTokens.loginId })
  return used ?? null
}

export async function findRefreshToken(db: DbOrTx, id: string) {
  const [token] = await db.select().from(refreshTokens).where(eq(refreshTokens.id, id))
  return token ?? null
}

/** The token that a person's very first login began with, while that login is valid and nobody has used the token. */
export async function findUnusedFirstToken(
  tx: Tx,
  userId: string,
  now: Date,
): Promise<{ loginId: string; tokenId: string } | null> {
  const [first] = await tx
    .select()
    .from(logins)
    .where(eq(logins.userId, userId))
    .orderBy(asc(logins.createdAt), asc(logins.id))
    .limit(1)
  if (!first || first.revokedAt) return null
  const { id: tokenId, loginId, createdAt, usedAt, expiresAt } = refreshTokens
  const [token] = await tx
    .select({ tokenId, loginId })
    .from(refreshTokens)
    .where(and(eq(loginId, first.id), eq(createdAt, first.createdAt), isNull(usedAt), gt(expiresAt, now)))
  return token ?? null
}

export async function findLogin(db: DbOrTx, id: string) {
  const [login] = await db.select().from(logins).where(eq(logins.id, id))
  return login ?? null
}

export async function insertWsTicket(db: DbOrTx, row: typeof wsTickets.$inferInsert): Promise<void> {
  await db.insert(wsTickets).values(row)
}

export interface WsTicketUse {
  id: string
  path: string
}

/**
 * Uses up the tickets that are valid at their paths; returns their people, by id. Attack: tickets sent twice, in two
 * orders, so that two uses deadlock and fail for everybody in them: a use skips rows that another one has locked.
 */
export async function useWsTickets(
  db: DbOrTx,
  uses: readonly WsTicketUse[],
  now: Date,
): Promise<Map<string, WsTicketUse & { userId: string; loginId: string }>> {
  const { id, path, userId, loginId, usedAt, expiresAt } = wsTickets
  const requested = sql`unnest(${sql.param(uses.map(use => use.id))}::text[], ${sql.param(uses.map(use => use.path))}::text[])`
  const good = sql`select ${id} from ${wsTickets} where (${id}, ${path}) in (select * from ${requested})
    and ${usedAt} is null and ${expiresAt} > ${now.toISOString()}::timestamptz for update skip locked`
  const used = await db
    .update(wsTickets)
    .set({ usedAt: now })
    .where(sql`${id} in (${good})`)
    .returning({ id, path, userId, loginId })
  return new Map(used.map(ticket => [ticket.id, ticket]))
}

/**
 * Deletes expired tickets and refresh tokens, and logins without any: a login has one until it ends, or has not been
 * used for the life of a token. All others are not read.
 */
export async function deleteExpired(db: DbOrTx, before: { now: Date; lastUse: Date }): Promise<void> {
  await db.delete(wsTickets).where(lt(wsTickets.expiresAt, before.now))
  await db.delete(refreshTokens).where(lt(refreshTokens.expiresAt, before.now))
  const tokens = db
    .select({ id: refreshTokens.id })
    .from(refreshTokens)
    .where(eq(refreshTokens.loginId, logins.id))
  const unusedSince = new Date(before.now.getTime() - REFRESH_TOKEN_TTL_SECONDS * 1000)
  for (const isOver of [lt(logins.lastUsedAt, unusedSince), lt(logins.endsAt, before.now)])
    await db.delete(logins).where(and(isOver, lt(logins.lastUsedAt, before.lastUse), notExists(tokens)))
}
