import type { Slot } from '@parley/contract'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { freeTime } from '../../schedule/public.ts'
import { sessionRequests, slotProposals } from '../tables.ts'

export type ProposalRow = typeof slotProposals.$inferSelect

export async function insertProposal(
  tx: Tx,
  proposal: { id: string; requestId: string; slots: Slot[]; message: string | null; createdAt: Date },
): Promise<void> {
  await tx.insert(slotProposals).values(proposal)
}

export async function findProposal(tx: Tx, id: string): Promise<ProposalRow | null> {
  const [row] = await tx.select().from(slotProposals).where(eq(slotProposals.id, id))
  return row ?? null
}

export const countProposals = (tx: Tx, requestId: string): Promise<number> =>
  tx.$count(slotProposals, eq(slotProposals.requestId, requestId))

/** The proposals that wait for an answer, by the id of their request. */
export async function openProposals(
  db: DbOrTx,
  requestIds: readonly string[],
): Promise<Map<string, ProposalRow>> {
  if (requestIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(slotProposals)
    .where(and(inArray(slotProposals.requestId, [...requestIds]), isNull(slotProposals.endedAt)))
  return new Map(rows.map(row => [row.requestId, row]))
}

/** Ends the open proposal of a request, if there is one, and frees the times that it took. */
export async function endProposal(
  tx: Tx,
  requestId: string,
  { endedBy, now }: { endedBy: string; now: Date },
): Promise<void> {
  const ended = await tx
    .update(slotProposals)
    .set({ endedAt: now, endedBy })
    .where(and(eq(slotProposals.requestId, requestId), isNull(slotProposals.endedAt)))
    .returning({ id: slotProposals.id })
  for (const { id } of ended) await freeTime(tx, id)
}

/** Everything an influencer suggested, also what was answered long ago. */
export async function proposalsBy(db: DbOrTx, influencerId: string): Promise<ProposalRow[]> {
  const rows = await db
    .select({ proposal: slotProposals })
    .from(slotProposals)
    .innerJoin(sessionRequests, eq(sessionRequests.id, slotProposals.requestId))
    .where(eq(sessionRequests.influencerId, influencerId))
    .orderBy(asc(slotProposals.createdAt))
  return rows.map(row => row.proposal)
}
