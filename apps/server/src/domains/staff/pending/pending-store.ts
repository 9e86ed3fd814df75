import type { PendingKind } from '@parley/contract'
import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { type PageRequest, type RowsOfPage, readPage } from '../../../db/pages.ts'
import { hasNoSide } from '../../requests/public.ts'
import { isStrangerTo } from '../cases/own-case.ts'
import { pendingActs, staffActions } from '../tables.ts'

export type PendingRow = typeof pendingActs.$inferSelect
export type NewPending = typeof pendingActs.$inferInsert

const isWaiting = eq(pendingActs.state, 'waiting')

/** The act of a kind that waits about something, its row locked. */
export async function lockWaiting(
  tx: Tx,
  about: { kind: PendingKind; aboutId: string },
): Promise<PendingRow | null> {
  const [row] = await tx
    .select()
    .from(pendingActs)
    .where(and(eq(pendingActs.kind, about.kind), eq(pendingActs.aboutId, about.aboutId), isWaiting))
    .for('update')
  return row ?? null
}

export async function findPending(db: DbOrTx, id: string): Promise<PendingRow | null> {
  const [row] = await db.select().from(pendingActs).where(eq(pendingActs.id, id))
  return row ?? null
}

/** Which dispute somebody asked to lose, as the record of their asking has it; null where it has none. */
export async function disputeToConcede(
  db: DbOrTx,
  { id, kind, personId, askedBy }: PendingRow,
): Promise<string | null> {
  const [recorded] = await db
    .select({ disputeId: sql<string | null>`${staffActions.after} ->> 'dispute'` })
    .from(staffActions)
    .where(
      and(
        eq(staffActions.personId, personId),
        eq(staffActions.staffId, askedBy),
        eq(staffActions.act, `ask_${kind}`),
        sql`${staffActions.after} ->> 'pending' = ${id}`,
      ),
    )
  return recorded?.disputeId ?? null
}

export async function insertPending(tx: Tx, row: NewPending): Promise<void> {
  await tx.insert(pendingActs).values(row)
}

/** False where it waits no more, or is another by now. */
export async function endPending(
  tx: Tx,
  ended: { row: PendingRow; state: 'confirmed' | 'refused' | 'outdated'; by: string; now: Date },
): Promise<boolean> {
  const { row, state, by, now } = ended
  const done = await tx
    .update(pendingActs)
    .set({ state, decidedBy: by, decidedAt: now, version: row.version + 1 })
    .where(and(eq(pendingActs.id, row.id), eq(pendingActs.version, row.version), isWaiting))
    .returning({ id: pendingActs.id })
  return done.length === 1
}

/**
 * What waits of some kinds, the oldest first; without what others requested about a case to which the reader is a
 * party.
 */
export async function listWaiting(
  db: DbOrTx,
  rule: { kinds: readonly PendingKind[]; page: PageRequest; readerId: string },
): Promise<RowsOfPage<PendingRow>> {
  const { kinds, page, readerId } = rule
  const { kind, personId, requestId, askedBy } = pendingActs
  const isNoParty = or(
    and(eq(kind, 'restore'), isStrangerTo(db, personId, readerId)),
    and(ne(kind, 'restore'), ne(personId, readerId), hasNoSide(db, requestId, readerId)),
  )
  const where = and(
    sql`${pendingActs.state} = 'waiting'`,
    inArray(kind, [...kinds]),
    or(eq(askedBy, readerId), isNoParty),
  )
  return readPage({
    ...{ page, at: pendingActs.askedAt, id: pendingActs.id, first: 'oldest' },
    read: ({ isAfter, order, limit, offset }) =>
      db
        .select()
        .from(pendingActs)
        .where(and(where, isAfter))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: most =>
      db.$count(db.select({ id: pendingActs.id }).from(pendingActs).where(where).limit(most).as('counted')),
    placeOf: ({ askedAt: at, id }) => ({ at, id }),
  })
}

/** Of which of these people somebody has asked to lift the suspension. */
export async function liftsPending(db: DbOrTx, personIds: readonly string[]): Promise<Set<string>> {
  if (personIds.length === 0) return new Set()
  const rows = await db
    .select({ id: pendingActs.personId })
    .from(pendingActs)
    .where(and(eq(pendingActs.kind, 'restore'), isWaiting, inArray(pendingActs.personId, [...personIds])))
  return new Set(rows.map(row => row.id))
}
