import type { Pence } from '@parley/contract'
import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { anyOf } from '../../../db/any-of.ts'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { type PageRequest, readPage } from '../../../db/pages.ts'
import { users } from '../../accounts/public.ts'
import { hasNoSide } from '../desk/own-side.ts'
import { problems, sessionRequests } from '../tables.ts'

export type ProblemRow = typeof problems.$inferSelect

export async function insertProblem(tx: Tx, row: typeof problems.$inferInsert): Promise<void> {
  await tx.insert(problems).values(row)
}

/** Everything that was reported about some requests; the first comes first. */
export async function problemsOf(db: DbOrTx, requestIds: readonly string[]): Promise<ProblemRow[]> {
  if (requestIds.length === 0) return []
  const { requestId, createdAt, id } = problems
  return db.select().from(problems).where(anyOf(requestId, requestIds)).orderBy(asc(createdAt), asc(id))
}

/** Everything somebody reported, without the other party. */
export function listProblemsBy(db: DbOrTx, reporterId: string): Promise<ProblemRow[]> {
  return db.select().from(problems).where(eq(problems.reporterId, reporterId))
}

/** Deletes the texts of a person who deletes their account; decisions stay. */
export async function eraseProblemTexts(tx: Tx, reporterId: string): Promise<void> {
  await tx.update(problems).set({ text: null }).where(eq(problems.reporterId, reporterId))
}

export async function findProblem(db: DbOrTx, id: string): Promise<ProblemRow | undefined> {
  const [row] = await db.select().from(problems).where(eq(problems.id, id))
  return row
}

/** Under the lock of its request. */
export async function settleProblemRow(
  tx: Tx,
  settled: { id: string; actorId: string; reason: string; backPence: Pence; version: number; now: Date },
): Promise<void> {
  const { id, actorId, reason, backPence, version, now } = settled
  await tx
    .update(problems)
    .set({
      ...{ state: 'settled', settledAt: now, settledBy: actorId, decisionReason: reason },
      ...{ backPence, version: version + 1 },
    })
    .where(eq(problems.id, id))
}

/** A new version of the open problem of a request, under its lock: a person who saw the former one reads it again. */
export async function raiseOpenProblem(tx: Tx, requestId: string): Promise<void> {
  await tx
    .update(problems)
    .set({ version: sql`${problems.version} + 1` })
    .where(and(eq(problems.requestId, requestId), eq(problems.state, 'open')))
}

/** Unsettled problems from before a moment; the oldest first. */
export async function openProblemsBefore(db: DbOrTx, before: Date): Promise<string[]> {
  const rows = await db
    .select({ id: problems.id })
    .from(problems)
    .where(and(eq(problems.state, 'open'), lte(problems.createdAt, before)))
    .orderBy(asc(problems.createdAt))
  return rows.map(({ id }) => id)
}

/**
 * The problems that wait for staff, the oldest first; or the settled ones, the last settled first. Without those of the
 * reader's own calls.
 */
export function listProblems(
  db: DbOrTx,
  rule: { state: 'open' | 'closed'; page: PageRequest; readerId: string },
) {
  const isOpen = rule.state === 'open'
  const where = and(
    isOpen ? sql`${problems.state} = 'open'` : isNotNull(problems.settledAt),
    hasNoSide(db, problems.requestId, rule.readerId),
  )
  return readPage({
    ...{ page: rule.page, id: problems.id },
    ...{ at: isOpen ? problems.createdAt : problems.settledAt, first: isOpen ? 'oldest' : 'newest' },
    read: ({ isAfter, order, limit, offset }) =>
      db
        .select({
          ...{ problem: problems, slug: sessionRequests.slug, reporter: users.username },
          ...{ buyerId: sessionRequests.buyerId, influencerId: sessionRequests.influencerId },
        })
        .from(problems)
        .innerJoin(sessionRequests, eq(sessionRequests.id, problems.requestId))
        .innerJoin(users, eq(users.id, problems.reporterId))
        .where(and(where, isAfter))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: most =>
      db.$count(db.select({ id: problems.id }).from(problems).where(where).limit(most).as('counted')),
    placeOf: ({ problem: { id, createdAt, settledAt } }) => ({
      id,
      at: isOpen ? createdAt : (settledAt ?? createdAt),
    }),
  })
}
