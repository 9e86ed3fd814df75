import { and, eq, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { type PageRequest, readPage } from '../../../db/pages.ts'
import { disputes } from '../../payments/public.ts'
import { disputePacks, disputeStatements, sessionRequests } from '../tables.ts'

export type StatementRow = typeof disputeStatements.$inferSelect

export async function findStatement(db: DbOrTx, disputeId: string): Promise<StatementRow | null> {
  const [row] = await db.select().from(disputeStatements).where(eq(disputeStatements.disputeId, disputeId))
  return row ?? null
}

/** Replaces the statement by a new text; under the lock of the dispute pack. */
export async function putStatement(
  tx: Tx,
  written: { disputeId: string; authorId: string; text: string; writes: number; now: Date },
): Promise<void> {
  const { disputeId, authorId, text, writes, now } = written
  const set = { text, writes, writtenAt: now, stagedAt: null }
  await tx
    .insert(disputeStatements)
    .values({ disputeId, authorId, ...set })
    .onConflictDoUpdate({ target: disputeStatements.disputeId, set })
}

/** Says that a text is at the provider; false where it is another one by now. */
export async function noteStaged(
  db: DbOrTx,
  { disputeId, writes, at }: { disputeId: string; writes: number; at: Date },
): Promise<boolean> {
  const noted = await db
    .update(disputeStatements)
    .set({ stagedAt: at })
    .where(and(eq(disputeStatements.disputeId, disputeId), eq(disputeStatements.writes, writes)))
    .returning({ id: disputeStatements.disputeId })
  return noted.length === 1
}

/** The statement of a request's influencer to banks. */
export function statementsAbout(db: DbOrTx, requestId: string): Promise<StatementRow[]> {
  return db
    .select({ statement: disputeStatements })
    .from(disputeStatements)
    .innerJoin(disputePacks, eq(disputePacks.disputeId, disputeStatements.disputeId))
    .where(eq(disputePacks.requestId, requestId))
    .orderBy(disputeStatements.writtenAt)
    .then(rows => rows.map(({ statement }) => statement))
}

/** All statements of a person to banks, with their requests. */
export function statementsBy(db: DbOrTx, authorId: string) {
  return db
    .select({ statement: disputeStatements, requestId: disputePacks.requestId })
    .from(disputeStatements)
    .innerJoin(disputePacks, eq(disputePacks.disputeId, disputeStatements.disputeId))
    .where(eq(disputeStatements.authorId, authorId))
}

/** Takes the words of somebody who leaves; what was laid down at the provider is evidence there. */
export async function eraseStatements(tx: Tx, authorId: string): Promise<void> {
  await tx.update(disputeStatements).set({ text: null }).where(eq(disputeStatements.authorId, authorId))
}

const ownDisputes = (db: DbOrTx) =>
  db
    .select({
      ...{ dispute: disputes, pack: disputePacks, statement: disputeStatements },
      ...{ slug: sessionRequests.slug, description: sessionRequests.description },
    })
    .from(disputes)
    .innerJoin(sessionRequests, eq(sessionRequests.id, disputes.requestId))
    .leftJoin(disputePacks, eq(disputePacks.disputeId, disputes.id))
    .leftJoin(disputeStatements, eq(disputeStatements.disputeId, disputes.id))
export type OwnDisputeRow = Awaited<ReturnType<typeof ownDisputes>>[number]

/** One dispute of a sale of this influencer; of anybody else's sale there is none. */
export async function findOwnDispute(
  db: DbOrTx,
  { disputeId, influencerId }: { disputeId: string; influencerId: string },
): Promise<OwnDisputeRow | null> {
  const isTheirs = eq(sessionRequests.influencerId, influencerId)
  const [row] = await ownDisputes(db).where(and(eq(disputes.id, disputeId), isTheirs))
  return row ?? null
}

/** The disputes of somebody's sales, the last opened first. */
export function listOwnDisputes(
  db: DbOrTx,
  { influencerId, page }: { influencerId: string; page: PageRequest },
) {
  const isTheirs = eq(disputes.influencerId, influencerId)
  return readPage({
    ...{ page, at: disputes.openedAt, id: disputes.id, first: 'newest' },
    read: ({ isAfter, order, limit, offset }) =>
      ownDisputes(db)
        .where(and(isTheirs, isAfter))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: most =>
      db.$count(db.select({ one: sql`1` }).from(disputes).where(isTheirs).limit(most).as('counted')),
    placeOf: ({ dispute: { openedAt: at, id } }) => ({ at, id }),
  })
}
