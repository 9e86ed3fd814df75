import type { AppealDecision } from '@parley/contract'
import {
  type AnyColumn,
  and,
  asc,
  desc,
  eq,
  isNotNull,
  isNull,
  lte,
  ne,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm'
import { anyOf } from '../../../db/any-of.ts'
import type { Moment } from '../../../db/built-once.ts'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { type PageRequest, type RowsOfPage, readPage } from '../../../db/pages.ts'
import { appeals, suspensions } from '../tables.ts'

export type SuspensionRow = typeof suspensions.$inferSelect
export type AppealRow = typeof appeals.$inferSelect

/** The suspension of a person that stands, or the last one. */
export async function lastSuspension(db: DbOrTx, userId: string): Promise<SuspensionRow | null> {
  const [row] = await db
    .select()
    .from(suspensions)
    .where(eq(suspensions.userId, userId))
    .orderBy(desc(suspensions.createdAt), desc(suspensions.id))
    .limit(1)
  return row ?? null
}

/** All suspensions of a person, the newest first. */
export const listSuspensions = (db: DbOrTx, userId: string): Promise<SuspensionRow[]> =>
  db
    .select()
    .from(suspensions)
    .where(eq(suspensions.userId, userId))
    .orderBy(desc(suspensions.createdAt), desc(suspensions.id))

/** The active suspension. */
export async function standingSuspension(db: DbOrTx, userId: string): Promise<SuspensionRow | null> {
  const [row] = await db
    .select()
    .from(suspensions)
    .where(and(eq(suspensions.userId, userId), isNull(suspensions.endedAt)))
  return row ?? null
}

/** The people with an active suspension, for a query. */
export const suspendedPeople = (db: DbOrTx) =>
  db.select({ userId: suspensions.userId }).from(suspensions).where(isNull(suspensions.endedAt))

export async function insertSuspension(tx: Tx, row: typeof suspensions.$inferInsert): Promise<void> {
  await tx.insert(suspensions).values(row)
}

export async function updateSuspension(
  tx: Tx,
  id: string,
  set: Partial<Pick<SuspensionRow, 'endedAt'>>,
): Promise<void> {
  await tx
    .update(suspensions)
    .set({ ...set, version: sql`${suspensions.version} + 1` })
    .where(eq(suspensions.id, id))
}

/** The suspension that an appeal is about. */
export async function findAppealed(db: DbOrTx, appealId: string): Promise<SuspensionRow | null> {
  const [row] = await db
    .select({ suspension: suspensions })
    .from(appeals)
    .innerJoin(suspensions, eq(suspensions.id, appeals.suspensionId))
    .where(eq(appeals.id, appealId))
  return row?.suspension ?? null
}

export async function findByAppealLink(tx: Tx, appealId: string): Promise<SuspensionRow | null> {
  const [row] = await tx.select().from(suspensions).where(eq(suspensions.appealId, appealId)).for('update')
  return row ?? null
}

/** People who were suspended, and of whom something may still be open; the oldest first. */
export async function listUnfinished(db: DbOrTx, most: number): Promise<SuspensionRow[]> {
  return unfinishedSuspensions(db).limit(most)
}

/** The same as a query. */
export const unfinishedSuspensions = (db: DbOrTx) =>
  db.select().from(suspensions).where(isNull(suspensions.settledAt)).orderBy(asc(suspensions.createdAt))

export async function markFinished(db: DbOrTx, id: string, now: Date): Promise<void> {
  await db.update(suspensions).set({ settledAt: now }).where(eq(suspensions.id, id))
}

/** Suspensions whose end has come. */
export async function listDueSuspensions(db: DbOrTx, now: Date, most: number): Promise<SuspensionRow[]> {
  return dueSuspensions(db, now).limit(most)
}

/** The same as a query. */
export const dueSuspensions = (db: DbOrTx, now: Moment) =>
  db
    .select()
    .from(suspensions)
    .where(and(isNull(suspensions.endedAt), isNotNull(suspensions.until), lte(suspensions.until, now)))

/** False where there is one already. */
export async function insertAppeal(
  tx: Tx,
  row: Pick<AppealRow, 'id' | 'suspensionId' | 'text' | 'createdAt'>,
): Promise<boolean> {
  const made = await tx.insert(appeals).values(row).onConflictDoNothing().returning({ id: appeals.id })
  return made.length === 1
}

/** Whether the appeal against a suspension has this text. */
export const hasAppealed = async (
  db: DbOrTx,
  { suspensionId, text }: Pick<AppealRow, 'suspensionId' | 'text'>,
): Promise<boolean> =>
  (await db.$count(appeals, and(eq(appeals.suspensionId, suspensionId), eq(appeals.text, text)))) > 0

export async function lockAppeal(tx: Tx, id: string): Promise<AppealRow | null> {
  const [row] = await tx.select().from(appeals).where(eq(appeals.id, id)).for('update')
  return row ?? null
}

export async function setAppealDecision(
  tx: Tx,
  id: string,
  set: { decision: AppealDecision; reason: string; decidedBy: string; now: Date },
): Promise<void> {
  const { decision, reason, decidedBy, now } = set
  await tx
    .update(appeals)
    .set({
      ...{ decision, decisionReason: reason, decidedBy, decidedAt: now },
      version: sql`${appeals.version} + 1`,
    })
    .where(eq(appeals.id, id))
}

/** The appeal against a suspension that is lifted, if nobody has decided it, is decided by that. */
export async function decideByLifting(
  tx: Tx,
  lifted: { suspensionId: string; reason: string; decidedBy: string; now: Date },
): Promise<void> {
  await tx
    .update(appeals)
    .set({
      ...{ decision: 'lifted', decisionReason: lifted.reason },
      ...{ decidedBy: lifted.decidedBy, decidedAt: lifted.now },
      version: sql`${appeals.version} + 1`,
    })
    .where(and(eq(appeals.suspensionId, lifted.suspensionId), isNull(appeals.decidedAt)))
}

/** The open appeals, the oldest first; or the closed ones, the last decided first; nobody's own. */
export async function listAppeals(
  db: DbOrTx,
  rule: { state: 'open' | 'closed'; exceptOf: string; page: PageRequest },
): Promise<RowsOfPage<{ appeal: AppealRow; suspension: SuspensionRow }>> {
  const isOpen = rule.state === 'open'
  const own = db.select({ id: suspensions.id }).from(suspensions).where(eq(suspensions.userId, rule.exceptOf))
  const where = and(
    isOpen ? isNull(appeals.decidedAt) : isNotNull(appeals.decidedAt),
    notInArray(appeals.suspensionId, own),
  )
  return readPage({
    ...{ page: rule.page, id: appeals.id },
    ...{ at: isOpen ? appeals.createdAt : appeals.decidedAt, first: isOpen ? 'oldest' : 'newest' },
    read: ({ isAfter, order, limit, offset }) =>
      db
        .select({ appeal: appeals, suspension: suspensions })
        .from(appeals)
        .innerJoin(suspensions, eq(suspensions.id, appeals.suspensionId))
        .where(and(where, isAfter))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: most =>
      db.$count(db.select({ id: appeals.id }).from(appeals).where(where).limit(most).as('counted')),
    placeOf: ({ appeal: { id, createdAt, decidedAt } }) => ({
      id,
      at: isOpen ? createdAt : (decidedAt ?? createdAt),
    }),
  })
}

/** Those that nobody has decided, made before a moment; the oldest first. */
export async function openAppealsBefore(db: DbOrTx, before: Date): Promise<string[]> {
  const rows = await db
    .select({ id: appeals.id })
    .from(appeals)
    .where(and(isNull(appeals.decidedAt), lte(appeals.createdAt, before)))
    .orderBy(asc(appeals.createdAt))
  return rows.map(({ id }) => id)
}

/**
 * Which of some appeals somebody may decide: they neither suspended the person nor are a party, as `isApart` says of
 * the column with the person's id.
 */
export async function appealsApart(
  db: DbOrTx,
  ids: readonly string[],
  { userId, isApart }: { userId: string; isApart: (personId: AnyColumn) => SQL | undefined },
): Promise<string[]> {
  const rows = await db
    .select({ id: appeals.id })
    .from(appeals)
    .innerJoin(suspensions, eq(suspensions.id, appeals.suspensionId))
    .where(and(anyOf(appeals.id, ids), ne(suspensions.staffId, userId), isApart(suspensions.userId)))
  return rows.map(({ id }) => id)
}

/** Whether what a person earned waits: while they are suspended, and a while after a ban. */
export async function payoutsWait(
  db: DbOrTx,
  userId: string,
  rule: { now: Date; bannedWaitMs: number },
): Promise<boolean> {
  const standing = await standingSuspension(db, userId)
  if (!standing) return false
  if (standing.kind !== 'banned') return true
  return rule.now.getTime() < standing.createdAt.getTime() + rule.bannedWaitMs
}

/** The suspensions of a person with their appeals, for their export. */
export async function exportSuspensions(db: DbOrTx, userId: string) {
  const rows = await db
    .select({ suspension: suspensions, appeal: appeals })
    .from(suspensions)
    .leftJoin(appeals, eq(appeals.suspensionId, suspensions.id))
    .where(eq(suspensions.userId, userId))
    .orderBy(asc(suspensions.createdAt))
  return rows.map(({ suspension, appeal }) => ({
    ...{ kind: suspension.kind, reason: suspension.reason, at: suspension.createdAt.toISOString() },
    until: suspension.until?.toISOString() ?? null,
    ended_at: suspension.endedAt?.toISOString() ?? null,
    appeal: appeal && { text: appeal.text, decision: appeal.decision },
  }))
}
