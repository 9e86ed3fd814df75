import { and, desc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { disputes } from '../../payments/public.ts'
import { disputePacks, sessionRequests } from '../tables.ts'

export type PackRow = typeof disputePacks.$inferSelect

export async function insertPack(tx: Tx, row: typeof disputePacks.$inferInsert): Promise<void> {
  await tx.insert(disputePacks).values(row).onConflictDoNothing()
}

export async function findPack(db: DbOrTx, disputeId: string): Promise<PackRow | null> {
  const [row] = await db.select().from(disputePacks).where(eq(disputePacks.disputeId, disputeId))
  return row ?? null
}

export async function updatePack(
  db: DbOrTx,
  disputeId: string,
  set: Partial<Pick<PackRow, 'fileId' | 'stagedAt' | 'sentAt'>>,
): Promise<void> {
  await db
    .update(disputePacks)
    .set({ ...set, version: sql`${disputePacks.version} + 1` })
    .where(eq(disputePacks.disputeId, disputeId))
}

/** Decides, once, that a pack goes out; false where that was decided before. */
export async function askToSend(tx: Tx, disputeId: string, now: Date): Promise<boolean> {
  const asked = await tx
    .update(disputePacks)
    .set({ sendAskedAt: now, version: sql`${disputePacks.version} + 1` })
    .where(and(eq(disputePacks.disputeId, disputeId), isNull(disputePacks.sendAskedAt)))
    .returning({ id: disputePacks.disputeId })
  return asked.length === 1
}

/** Open disputes whose answer is due before a moment and has not gone out. */
export async function listDuePacks(db: DbOrTx, before: Date, most: number): Promise<string[]> {
  const rows = await db
    .select({ id: disputePacks.disputeId })
    .from(disputePacks)
    .innerJoin(disputes, and(eq(disputes.id, disputePacks.disputeId), eq(disputes.state, 'open')))
    .where(
      and(
        isNull(disputePacks.sendAskedAt),
        isNotNull(disputePacks.stagedAt),
        isNotNull(disputePacks.dueBy),
        lte(disputePacks.dueBy, before),
      ),
    )
    .limit(most)
  return rows.map(row => row.id)
}

/** Every dispute with its pack and its request, the newest first. */
export async function listDisputes(db: DbOrTx, page: { page: number; page_size: number }) {
  const rows = await db
    .select({ dispute: disputes, pack: disputePacks, slug: sessionRequests.slug })
    .from(disputes)
    .innerJoin(sessionRequests, eq(sessionRequests.id, disputes.requestId))
    .leftJoin(disputePacks, eq(disputePacks.disputeId, disputes.id))
    .orderBy(desc(disputes.openedAt), desc(disputes.id))
    .limit(page.page_size)
    .offset((page.page - 1) * page.page_size)
  return { count: await db.$count(disputes), rows }
}
