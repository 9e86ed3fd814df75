import { DISPUTE_STATEMENT_WRITES_MAX, messages } from '@parley/contract'
import { refuse } from '../../../core/refusal.ts'
import type { Tx } from '../../../db/client.ts'
import { holdAccount } from '../../accounts/public.ts'
import { changeRequest } from '../change-request.ts'
import { REQUEST_TOPICS, type RequestsDeps } from '../deps.ts'
import { noteAnswered } from './concede-dispute.ts'
import { findPack, lockOpenDispute, type PackRow, updatePack } from './pack-store.ts'
import { statementText } from './pack-words.ts'
import { findOwnDispute, findStatement, noteStaged, putStatement } from './statement-store.ts'

export interface Writing {
  disputeId: string
  authorId: string
  text: string
}

/**
 * The influencer of a disputed sale says to the bank what they know; what they said before is replaced. The answer
 * goes out once: what was decided about it before stays as it was decided.
 */
export async function writeStatement(deps: RequestsDeps, writing: Writing): Promise<void> {
  const { disputeId, authorId } = writing
  const found = await findOwnDispute(deps.db, { disputeId, influencerId: authorId })
  // Attack: probing ids. Only the influencer of the sale learns that it is disputed.
  if (!found) throw refuse.notFound('There is no such dispute')
  await changeRequest(deps, {
    ...{ requestId: found.dispute.requestId, actorId: authorId, action: 'dispute_statement' },
    decide: async ({ paymentStatus }, tx, now) => {
      await assertAccepted(tx, disputeId, now)
      const before = await findStatement(tx, disputeId)
      if (before?.text === writing.text) return null
      const writes = (before?.writes ?? 0) + 1
      // Attack: a new text each time staff are about to act, who must then look once more, until the deadline is
      // past.
      if (writes > DISPUTE_STATEMENT_WRITES_MAX) throw refuse.conflict(messages.statementOften)
      // Their words would outlive an account that is deleted in this moment.
      if (!(await holdAccount(tx, authorId))) throw refuse.unauthenticated()
      await putStatement(tx, { ...writing, writes, now })
      await updatePack(tx, disputeId, {})
      await deps.outbox.add(tx, REQUEST_TOPICS.statementWritten, { disputeId })
      return { patch: { paymentStatus }, refund: null, cancelIntent: 'no', release: 'no' }
    },
  })
}

/** Locks the pack, so that nobody sends it while the text is written; refuses what comes too late, or too early. */
async function assertAccepted(tx: Tx, disputeId: string, now: Date): Promise<void> {
  const open = await lockOpenDispute(tx, disputeId)
  const pack = open?.pack ?? (await findPack(tx, disputeId))
  const refusal = whyNotAccepted({ isOpen: open !== undefined || pack === null, pack, now })
  if (refusal) throw refuse.conflict(refusal)
}

interface Standing {
  isOpen: boolean
  /** Null while it is made. */
  pack: Pick<PackRow, 'stagedAt' | 'concedeAskedAt' | 'sendAskedAt' | 'sentAt' | 'dueBy'> | null
  now: Date
}

/** Why a statement is not taken, or not any more; null where it is. */
export function whyNotAccepted({ isOpen, pack, now }: Standing): string | null {
  if (!isOpen) return messages.disputeOver
  if (!pack) return messages.disputeBegins
  if (pack.concedeAskedAt !== null) return messages.disputeConceded
  if (pack.sendAskedAt !== null || pack.sentAt !== null) return messages.disputeAnswered
  // A pack that is being made has no date until the provider gives it.
  if (pack.dueBy === null) return pack.stagedAt === null ? messages.disputeBegins : messages.disputeUnasked
  return pack.dueBy <= now ? messages.disputeLate : null
}

/** How often they may still write; 0 where nothing is taken. */
export const writesLeft = ({ writes, ...standing }: Standing & { writes: number }): number =>
  whyNotAccepted(standing) === null ? Math.max(0, DISPUTE_STATEMENT_WRITES_MAX - writes) : 0

/** Lays the newest text down at the provider; safe to repeat, and by several at once. */
export async function stageStatement(deps: RequestsDeps, disputeId: string): Promise<void> {
  const dispute = await deps.payments.fetchDispute(disputeId)
  if (dispute.state !== 'open') return
  // Each time round somebody has written again, which they may a few times.
  for (let times = 0; times <= DISPUTE_STATEMENT_WRITES_MAX; times++) {
    const pack = await findPack(deps.db, disputeId)
    const written = await findStatement(deps.db, disputeId)
    if (!pack || !written?.text || pack.sentAt !== null || pack.concedeAskedAt !== null) return
    if (dispute.submissions > 0) return noteAnswered(deps, pack)
    await deps.payments.stageStatement({ disputeId, text: statementText(written.text) })
    if (await noteStaged(deps.db, { disputeId, writes: written.writes, at: deps.clock.now() })) return
  }
}
