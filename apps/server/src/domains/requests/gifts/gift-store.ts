import { and, count, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { eraseStatements } from '../disputes/statement-store.ts'
import { eraseProblemTexts } from '../problems/problem-store.ts'
import { requestGifts, sessionRequests, slotProposals } from '../tables.ts'

export type GiftRow = typeof requestGifts.$inferSelect

export async function findGift(db: DbOrTx, digest: string): Promise<GiftRow | null> {
  const [row] = await db.select().from(requestGifts).where(eq(requestGifts.digest, digest))
  return row ?? null
}

export async function findGiftById(db: DbOrTx, id: string): Promise<GiftRow | null> {
  const [row] = await db.select().from(requestGifts).where(eq(requestGifts.id, id))
  return row ?? null
}

/** The one link of a request that is not withdrawn, accepted or not. */
export async function findStandingGift(db: DbOrTx, requestId: string): Promise<GiftRow | null> {
  const [row] = await db
    .select()
    .from(requestGifts)
    .where(and(eq(requestGifts.requestId, requestId), isNull(requestGifts.withdrawnAt)))
  return row ?? null
}

/** Withdraws the valid link of a request, if there is one; under the request's lock. */
export async function withdrawGift(tx: Tx, requestId: string, now: Date): Promise<void> {
  await tx
    .update(requestGifts)
    .set({ withdrawnAt: now })
    .where(and(eq(requestGifts.requestId, requestId), isNull(requestGifts.withdrawnAt)))
}

export async function insertGift(
  tx: Tx,
  gift: { id: string; requestId: string; digest: string; message: string | null; createdAt: Date },
): Promise<void> {
  await tx.insert(requestGifts).values(gift)
}

export async function storeGiftAccepted(
  tx: Tx,
  id: string,
  taken: { takenAt: Date; takenBy: string },
): Promise<void> {
  await tx.update(requestGifts).set(taken).where(eq(requestGifts.id, id))
}

/** How often somebody has accepted to attend a call. */
export const countTaken = (db: DbOrTx, requestId: string): Promise<number> =>
  db.$count(requestGifts, and(eq(requestGifts.requestId, requestId), isNotNull(requestGifts.takenAt)))

/** How often a person accepted to attend a call and lost their place in it again. */
export async function countWithdrawals(
  db: DbOrTx,
  { requestId, attendeeId }: { requestId: string; attendeeId: string },
): Promise<number> {
  const { requestId: call, takenBy, withdrawnAt } = requestGifts
  const [row] = await db
    .select({ withdrawals: count() })
    .from(requestGifts)
    .where(and(eq(call, requestId), eq(takenBy, attendeeId), isNotNull(withdrawnAt)))
  return row?.withdrawals ?? 0
}

/** The links that somebody made for calls they bought. */
export async function giftsMadeBy(db: DbOrTx, buyerId: string): Promise<GiftRow[]> {
  const rows = await db
    .select({ gift: requestGifts })
    .from(requestGifts)
    .innerJoin(sessionRequests, eq(sessionRequests.id, requestGifts.requestId))
    .where(eq(sessionRequests.buyerId, buyerId))
    .orderBy(requestGifts.createdAt)
  return rows.map(row => row.gift)
}

/** Calls that a person will attend in another's place and that have not begun. */
export async function listToAttend(db: DbOrTx, attendeeId: string): Promise<string[]> {
  const rows = await db
    .select({ id: sessionRequests.id })
    .from(sessionRequests)
    .where(
      and(
        eq(sessionRequests.attendeeId, attendeeId),
        inArray(sessionRequests.state, ['offered', 'accepted']),
        isNull(sessionRequests.begunAt),
      ),
    )
  return rows.map(row => row.id)
}

/**
 * Deletes the texts of a person in notes, invitations, refusals and suggested times, and the page for the return,
 * which may name them or their event. The description of a sale stays.
 */
export async function eraseWords(tx: Tx, personId: string): Promise<void> {
  const bought = tx
    .select({ id: sessionRequests.id })
    .from(sessionRequests)
    .where(eq(sessionRequests.buyerId, personId))
  await tx.update(requestGifts).set({ message: null }).where(inArray(requestGifts.requestId, bought))
  await tx
    .update(sessionRequests)
    .set({ note: null, callback: '' })
    .where(eq(sessionRequests.buyerId, personId))
  await eraseProblemTexts(tx, personId)
  await eraseStatements(tx, personId)
  const performed = tx
    .select({ id: sessionRequests.id })
    .from(sessionRequests)
    .where(eq(sessionRequests.influencerId, personId))
  await tx.update(slotProposals).set({ message: null }).where(inArray(slotProposals.requestId, performed))
  await tx
    .update(sessionRequests)
    .set({ rejectReason: null, callback: '' })
    .where(eq(sessionRequests.influencerId, personId))
}
