import { DISPUTE_PACK_SENT_BEFORE_MS } from '@parley/contract'
import { and, asc, eq, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { later, type Moment } from '../../../db/built-once.ts'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { type PageRequest, readPage } from '../../../db/pages.ts'
import { disputes } from '../../payments/public.ts'
import { hasNoSide } from '../desk/own-side.ts'
import { disputePacks, disputeStatements, sessionRequests } from '../tables.ts'

export type PackRow = typeof disputePacks.$inferSelect

/** Nobody decided here, and nobody answered in the provider's dashboard. */
const IS_UNDECIDED = [
  isNull(disputePacks.sendAskedAt),
  isNull(disputePacks.concedeAskedAt),
  isNull(disputePacks.sentAt),
]

/** Answers whether the pack is new by it: what was frozen before stays as it is. */
export async function insertPack(tx: Tx, row: typeof disputePacks.$inferInsert): Promise<boolean> {
  const { disputeId } = disputePacks
  const made = await tx.insert(disputePacks).values(row).onConflictDoNothing().returning({ disputeId })
  return made.length > 0
}

/** Takes over until when the bank waits, as long as it has no answer. */
export async function updateDueBy(
  tx: Tx,
  { disputeId, dueBy }: { disputeId: string; dueBy: Date | null },
): Promise<void> {
  if (dueBy === null) return
  await tx
    .update(disputePacks)
    .set({ dueBy, version: sql`${disputePacks.version} + 1` })
    .where(
      and(
        eq(disputePacks.disputeId, disputeId),
        isNull(disputePacks.sentAt),
        or(isNull(disputePacks.dueBy), ne(disputePacks.dueBy, dueBy)),
      ),
    )
}

/** Open disputes without a pack, the oldest first. */
export async function listWithoutPack(
  db: DbOrTx,
  { most, disputeId }: { most: number; disputeId?: string },
): Promise<{ disputeId: string; requestId: string }[]> {
  return disputesWithoutPack(db, disputeId).limit(most)
}

/** The same as a query. */
export const disputesWithoutPack = (db: DbOrTx, disputeId?: string) =>
  db
    .select({ disputeId: disputes.id, requestId: disputes.requestId })
    .from(disputes)
    .leftJoin(disputePacks, eq(disputePacks.disputeId, disputes.id))
    .where(
      and(
        sql`${disputes.state} = 'open'`,
        isNull(disputePacks.disputeId),
        // A job asks each second: an index has only those that it may find.
        disputeId === undefined ? sql`not ${disputes.hasPack}` : eq(disputes.id, disputeId),
      ),
    )
    .orderBy(asc(disputes.openedAt))

export async function findPack(db: DbOrTx, disputeId: string): Promise<PackRow | null> {
  const [row] = await db.select().from(disputePacks).where(eq(disputePacks.disputeId, disputeId))
  return row ?? null
}

export async function updatePack(
  db: DbOrTx,
  disputeId: string,
  set: Partial<Pick<PackRow, 'fileId' | 'otherFileIds' | 'stagedAt' | 'sentAt' | 'concededAt'>>,
): Promise<void> {
  await db
    .update(disputePacks)
    .set({ ...set, version: sql`${disputePacks.version} + 1` })
    .where(eq(disputePacks.disputeId, disputeId))
}

/** The question of a bank that was answered became a dispute: the pack begins once more, with new facts. */
export async function renewPack(
  tx: Tx,
  { disputeId, facts, now }: Pick<PackRow, 'disputeId' | 'facts'> & { now: Date },
): Promise<void> {
  const begun = {
    isOfInquiry: false,
    facts,
    madeAt: now,
    renewedAt: now,
    version: sql`${disputePacks.version} + 1`,
  }
  const undone = { fileId: null, otherFileIds: null, stagedAt: null, sendAskedAt: null, sentAt: null }
  await tx
    .update(disputePacks)
    .set({ ...begun, ...undone })
    .where(and(eq(disputePacks.disputeId, disputeId), eq(disputePacks.isOfInquiry, true)))
}

/** The bank has an answer, ours or another; false where that is known. */
export async function markSent(tx: Tx, disputeId: string, now: Date): Promise<boolean> {
  const marked = await tx
    .update(disputePacks)
    .set({ sentAt: now, version: sql`${disputePacks.version} + 1` })
    .where(and(eq(disputePacks.disputeId, disputeId), isNull(disputePacks.sentAt)))
    .returning({ id: disputePacks.disputeId })
  return marked.length === 1
}

/**
 * Decides, once, that a pack goes out, or that the loss is accepted; false where either was decided before. Who decides
 * by what they saw names the version that they saw: of another by now it is false too.
 */
export async function decideOnPack(
  tx: Tx,
  disputeId: string,
  { version, ...set }: ({ sendAskedAt: Date } | { concedeAskedAt: Date }) & { version?: number | undefined },
): Promise<boolean> {
  const wasSeen = version === undefined ? undefined : eq(disputePacks.version, version)
  const decided = await tx
    .update(disputePacks)
    .set({ ...set, version: sql`${disputePacks.version} + 1` })
    .where(and(eq(disputePacks.disputeId, disputeId), wasSeen, ...IS_UNDECIDED))
    .returning({ id: disputePacks.disputeId })
  return decided.length === 1
}

/** An open dispute with its pack; the pack's row is locked until the transaction ends. */
export async function lockOpenDispute(tx: Tx, disputeId: string) {
  const [row] = await tx
    .select({ dispute: disputes, pack: disputePacks })
    .from(disputePacks)
    .innerJoin(disputes, and(eq(disputes.id, disputePacks.disputeId), eq(disputes.state, 'open')))
    .where(eq(disputePacks.disputeId, disputeId))
    .for('update', { of: disputePacks })
  return row
}

/** Open disputes whose answer is due before a moment and has not gone out. */
export async function listDuePacks(db: DbOrTx, now: Date, most: number): Promise<string[]> {
  const rows = await duePacks(db, now).limit(most)
  return rows.map(row => row.id)
}

/** The same as a query. */
export const duePacks = (db: DbOrTx, now: Moment) =>
  db
    .select({ id: disputePacks.disputeId })
    .from(disputePacks)
    .innerJoin(disputes, and(eq(disputes.id, disputePacks.disputeId), eq(disputes.state, 'open')))
    .where(
      and(
        ...IS_UNDECIDED,
        isNotNull(disputePacks.stagedAt),
        isNotNull(disputePacks.dueBy),
        lte(disputePacks.dueBy, later(now, DISPUTE_PACK_SENT_BEFORE_MS)),
      ),
    )

/**
 * The open disputes with their packs and requests, the oldest first; or the closed ones, the last closed first. Without
 * those of the reader's own calls: an influencer may not see all that is in a pack, nor a buyer what the other wrote.
 */
export function listDisputes(
  db: DbOrTx,
  { page, state, readerId }: { page: PageRequest; state: 'open' | 'closed'; readerId: string },
) {
  const isOpen = state === 'open'
  const where = and(
    isOpen ? sql`${disputes.state} = 'open'` : isNotNull(disputes.closedAt),
    hasNoSide(db, disputes.requestId, readerId),
  )
  return readPage({
    ...{ page, id: disputes.id },
    ...{ at: isOpen ? disputes.openedAt : disputes.closedAt, first: isOpen ? 'oldest' : 'newest' },
    read: ({ isAfter, order, limit, offset }) =>
      db
        .select({
          ...{ dispute: disputes, pack: disputePacks, statement: disputeStatements },
          slug: sessionRequests.slug,
          ...{ buyerId: sessionRequests.buyerId, influencerId: sessionRequests.influencerId },
        })
        .from(disputes)
        .innerJoin(sessionRequests, eq(sessionRequests.id, disputes.requestId))
        .leftJoin(disputePacks, eq(disputePacks.disputeId, disputes.id))
        .leftJoin(disputeStatements, eq(disputeStatements.disputeId, disputes.id))
        .where(and(where, isAfter))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: most =>
      db.$count(db.select({ id: disputes.id }).from(disputes).where(where).limit(most).as('counted')),
    placeOf: ({ dispute: { id, openedAt, closedAt } }) => ({
      id,
      at: isOpen ? openedAt : (closedAt ?? openedAt),
    }),
  })
}
