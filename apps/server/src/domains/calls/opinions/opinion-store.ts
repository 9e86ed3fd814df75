import { and, asc, eq } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { type PageRequest, readPage } from '../../../db/pages.ts'
import { hasNoSide } from '../../requests/public.ts'
import { callOpinions } from '../tables.ts'

export type OpinionRow = typeof callOpinions.$inferSelect

/** False if this person has already rated the call. */
export async function insertOpinion(tx: Tx, row: OpinionRow): Promise<boolean> {
  const inserted = await tx
    .insert(callOpinions)
    .values(row)
    .onConflictDoNothing()
    .returning({ roomId: callOpinions.roomId })
  return inserted.length === 1
}

export async function findOpinion(db: DbOrTx, roomId: string, personId: string): Promise<OpinionRow | null> {
  const [row] = await db
    .select()
    .from(callOpinions)
    .where(and(eq(callOpinions.roomId, roomId), eq(callOpinions.personId, personId)))
  return row ?? null
}

/** The opinions about a call. */
export async function opinionsOf(db: DbOrTx, roomId: string): Promise<OpinionRow[]> {
  return db
    .select()
    .from(callOpinions)
    .where(eq(callOpinions.roomId, roomId))
    .orderBy(asc(callOpinions.createdAt))
}

/** The calls and turns that somebody found not good, the newest first; without those of the reader. */
export function listNotGood(db: DbOrTx, { page, readerId }: { page: PageRequest; readerId: string }) {
  const { createdAt, opinion, personId, roomId } = callOpinions
  const where = and(eq(opinion, 'not_good'), hasNoSide(db, roomId, readerId))
  return readPage({
    // Nobody rates two calls in one millisecond.
    ...{ page, at: createdAt, id: personId, first: 'newest' },
    read: ({ isAfter, order, limit, offset }) =>
      db
        .select()
        .from(callOpinions)
        .where(and(where, isAfter))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: most => db.$count(db.select({ roomId }).from(callOpinions).where(where).limit(most).as('counted')),
    placeOf: row => ({ id: row.personId, at: row.createdAt }),
  })
}

/** The figures of a rating as the API has them. */
export const figuresOf = (row: OpinionRow) => ({
  ...{ round_trip_ms: row.roundTripMs, lost_permille: row.lostPermille },
  ...{ freezes: row.freezes, restarts: row.restarts },
})

/** What a person said of their calls, for their export. */
export async function exportOpinions(db: DbOrTx, personId: string) {
  const rows = await db
    .select()
    .from(callOpinions)
    .where(eq(callOpinions.personId, personId))
    .orderBy(asc(callOpinions.createdAt))
  return rows.map(({ personId: _, createdAt, ...said }) => ({ ...said, at: createdAt.toISOString() }))
}

export async function eraseOpinions(tx: Tx, personId: string): Promise<void> {
  await tx.delete(callOpinions).where(eq(callOpinions.personId, personId))
}
