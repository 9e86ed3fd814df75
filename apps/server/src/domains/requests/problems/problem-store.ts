import type { Pence, RequestPageQuery } from '@parley/contract'
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { users } from '../../accounts/public.ts'
import { problems, sessionRequests } from '../tables.ts'

export type ProblemRow = typeof problems.$inferSelect

export async function insertProblem(tx: Tx, row: typeof problems.$inferInsert): Promise<void> {
  await tx.insert(problems).values(row)
}

export async function findProblemOf(db: DbOrTx, requestId: string): Promise<ProblemRow | undefined> {
  const [row] = await db.select().from(problems).where(eq(problems.requestId, requestId))
  return row
}

/** Everything somebody reported, without the other party. */
export function listProblemsBy(db: DbOrTx, reporterId: string): Promise<ProblemRow[]> {
  return db.select().from(problems).where(eq(problems.reporterId, reporterId))
}

/** Takes the words of somebody who leaves; what was decided stays. */
export async function forgetProblemTexts(tx: Tx, reporterId: string): Promise<void> {
  await tx.update(problems).set({ text: null }).where(eq(problems.reporterId, reporterId))
}

export async function findProblem(db: DbOrTx, id: string): Promise<ProblemRow | undefined> {
  const [row] = await db.select().from(problems).where(eq(problems.id, id))
  return row
}

/** Under the lock of its request. */
export async function settleProblemRow(
  tx: Tx,
  settled: { id: string; actorId: string; backPence: Pence; version: number; now: Date },
): Promise<void> {
  const { id, actorId, backPence, version, now } = settled
  await tx
    .update(problems)
    .set({ state: 'settled', settledAt: now, settledBy: actorId, backPence, version: version + 1 })
    .where(eq(problems.id, id))
}

/** Those that nobody has settled, made before a moment; the oldest first. */
export async function openProblemsBefore(db: DbOrTx, before: Date): Promise<string[]> {
  const rows = await db
    .select({ id: problems.id })
    .from(problems)
    .where(and(eq(problems.state, 'open'), lte(problems.createdAt, before)))
    .orderBy(asc(problems.createdAt))
  return rows.map(({ id }) => id)
}

/**
 * The problems that wait for a person, the oldest first: by the page's number, or after the last one of the page before, so
 * that none is left out while others are settled. `count` is more than the pages so far have as long as there is more.
 */
export async function listOpenProblems(db: DbOrTx, page: RequestPageQuery) {
  const { after, page_size: size } = page
  const isWaiting = eq(problems.state, 'open')
  const isAfter =
    after &&
    sql`(${problems.createdAt}, ${problems.id}) > (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
  const found = await db
    .select({ problem: problems, slug: sessionRequests.slug, reporter: users.username })
    .from(problems)
    .innerJoin(sessionRequests, eq(sessionRequests.id, problems.requestId))
    .innerJoin(users, eq(users.id, problems.reporterId))
    .where(and(isWaiting, isAfter))
    .orderBy(asc(problems.createdAt), asc(problems.id))
    .limit(size + 1)
    .offset(after ? 0 : (page.page - 1) * size)
  const rows = found.slice(0, size)
  const last = rows.at(-1)?.problem
  const count = await db.$count(problems, isWaiting)
  return {
    rows,
    count: found.length > size ? Math.max(count, page.page * size + 1) : count,
    last: last ? `${last.createdAt.getTime()}_${last.id}` : null,
  }
}
