import { messages, type Pence } from '@parley/contract'
import { refuse } from '../../../core/refusal.ts'
import type { Tx } from '../../../db/client.ts'
import { disputedPence } from '../../ledger/public.ts'
import { changeRequest } from '../change-request.ts'
import { REQUEST_TOPICS, type RequestsDeps } from '../deps.ts'
import { applyDispute } from '../money/apply-dispute.ts'
import { needsSecond } from '../money/give-back-by-staff.ts'
import { assertNoParty } from '../money/give-back-rules.ts'
import type { RequestRow } from '../store.ts'
import { decideOnPack, findPack, lockOpenDispute, markSent, type PackRow, updatePack } from './pack-store.ts'

export interface Conceding {
  disputeId: string
  /** The member of staff. */
  actorId: string
  /** The pack as the member of staff saw it: another by now is a conflict. */
  version: number
  /** Writes the record of the act, or that it waits for a second one, in the same transaction. */
  mayCarryOut(
    tx: Tx,
    facts: { request: RequestRow; takenPence: Pence; needsSecond: boolean },
  ): Promise<'carry_out' | 'waits'>
}

/**
 * A member of staff accepts the loss of a dispute instead of answering it: what the bank took stays with the buyer, and
 * is booked as any lost dispute when the provider says so. It cannot be taken back.
 */
export async function concedeByStaff(deps: RequestsDeps, conceding: Conceding): Promise<'done' | 'waits'> {
  const { disputeId, actorId, version } = conceding
  const requestId = (await findPack(deps.db, disputeId))?.requestId
  if (!requestId) throw refuse.notFound('There is no such dispute')
  let outcome: 'done' | 'waits' = 'done'
  await changeRequest(deps, {
    ...{ requestId, actorId, action: 'dispute_conceded' },
    decide: async (row, tx, now) => {
      assertNoParty(row, actorId)
      const found = await lockOpenDispute(tx, disputeId)
      if (!found || found.pack.version !== version || isDecided(found.pack))
        throw refuse.conflict(messages.staleCase)
      const takenPence = await disputedPence(tx, row.id)
      if (takenPence <= 0) throw refuse.conflict(messages.bankOnlyAsks)
      const isMuch = await needsSecond(tx, row.id, takenPence)
      if ((await conceding.mayCarryOut(tx, { request: row, takenPence, needsSecond: isMuch })) === 'waits') {
        outcome = 'waits'
        return null
      }
      if (!(await decideOnPack(tx, disputeId, { concedeAskedAt: now })))
        throw refuse.conflict(messages.staleCase)
      await deps.outbox.add(tx, REQUEST_TOPICS.disputeConceded, { disputeId })
      // The bank has the money already: what changes is that nobody answers it.
      const { paymentStatus } = row
      return { patch: { paymentStatus }, refund: null, cancelIntent: 'no', release: 'no' }
    },
  })
  return outcome
}

/** By staff, or by a person who answered in the provider's dashboard. */
export const isDecided = ({ sendAskedAt, concedeAskedAt, sentAt }: PackRow) =>
  sendAskedAt !== null || concedeAskedAt !== null || sentAt !== null

/** Closes the dispute at the provider as accepted, then books the loss; safe to repeat. */
export async function closeConceded(deps: RequestsDeps, disputeId: string): Promise<void> {
  const pack = await findPack(deps.db, disputeId)
  if (!pack || pack.concededAt !== null || pack.sentAt !== null) return
  const dispute = await deps.payments.fetchDispute(disputeId)
  if (dispute.submissions > 0) {
    await noteAnswered(deps, pack)
    return applyDispute(deps, disputeId)
  }
  if (dispute.state === 'open') await tryClosing(deps, pack)
  await applyDispute(deps, disputeId)
  // The bank may have decided for us before the dispute was closed.
  if (dispute.state !== 'won') await updatePack(deps.db, disputeId, { concededAt: deps.clock.now() })
}

/** Somebody answered in the provider's own dashboard: the bank decides, and the loss is not accepted. */
export async function noteAnswered(deps: RequestsDeps, { disputeId, requestId }: PackRow): Promise<void> {
  await changeRequest(deps, {
    ...{ requestId, actorId: null, action: 'dispute_answered' },
    decide: async ({ paymentStatus }, tx, now) => {
      if (!(await markSent(tx, disputeId, now))) return null
      return { patch: { paymentStatus }, refund: null, cancelIntent: 'no', release: 'no' }
    },
  })
}

/** A try that failed is followed by one of another number: the provider keeps what it answered under the first. */
async function tryClosing(deps: RequestsDeps, { disputeId, version: attempt }: PackRow): Promise<void> {
  try {
    await deps.payments.closeDispute({ disputeId, attempt })
  } catch (error) {
    await updatePack(deps.db, disputeId, {})
    throw error
  }
}
