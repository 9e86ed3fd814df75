import { refuse } from '../../../core/refusal.ts'
import type { Tx } from '../../../db/client.ts'
import { lockSchedule, reserveKept } from '../../schedule/public.ts'
import { assertBuyer } from '../answer-request.ts'
import { notPaid } from '../calls/why-unpaid.ts'
import { changeRequest } from '../change-request.ts'
import type { RequestsDeps } from '../deps.ts'
import { cancelWithFullRefund, type Decided, isCallPaid, keepTime } from '../request.ts'
import { findRequestBySlug, type RequestRow } from '../store.ts'
import { endProposal, openProposals } from './proposal-store.ts'

export interface ProposalAnswer {
  slug: string
  actorId: string
  /** The start of a time that was suggested, or what else. */
  choice: string
}

/** What the audit trail and the mails call each answer. */
export const PROPOSAL_ANSWERS = {
  take: 'take_proposal',
  keep: 'keep_time',
  refund: 'refuse_proposal',
} as const

/** The buyer takes one of the suggested times, keeps the old one, or takes all the money back; once. */
export async function answerProposal(deps: RequestsDeps, input: ProposalAnswer): Promise<RequestRow> {
  const found = await findRequestBySlug(deps.db, input.slug)
  if (!found) throw refuse.notFound('There is no such request')
  const kind = input.choice === 'keep' || input.choice === 'refund' ? input.choice : 'take'
  return changeRequest(deps, {
    requestId: found.row.id,
    action: PROPOSAL_ANSWERS[kind],
    actorId: input.actorId,
    decide(row, tx, now) {
      assertBuyer(row, input.actorId)
      if (!row.proposalUntil || now >= row.proposalUntil)
        return { notAllowed: 'There is no suggestion to answer any more. Please look at your booking again' }
      if (kind === 'keep') return keepTime(row)
      if (kind === 'refund') return cancelWithFullRefund(row, now)
      return acceptSlot(tx, { row, start: input.choice, now })
    },
  })
}

/** Takes the suggested time with this start: agreed by both, and no move of the buyer's. */
export async function acceptSlot(
  tx: Tx,
  { row, start, now }: { row: RequestRow; start: string; now: Date },
): Promise<Decided> {
  const { influencerId: personId } = row
  const proposal = (await openProposals(tx, [row.id])).get(row.id)
  const slot = proposal?.slots.find(each => Date.parse(each.start) === Date.parse(start))
  if (!proposal || !slot || !personId)
    return { notAllowed: 'This is not one of the suggested times. Please pick one of them' }
  if (!isCallPaid(row)) return notPaid(row)
  const free = { startsAt: new Date(slot.start), endsAt: new Date(slot.end) }
  if (now >= free.startsAt)
    return { notAllowed: 'This time has passed. Please pick another one, or keep yours' }
  await lockSchedule(tx, personId)
  await reserveKept(tx, { requestId: row.id, proposalId: proposal.id, startsAt: free.startsAt })
  await endProposal(tx, row.id, { endedBy: PROPOSAL_ANSWERS.take, now })
  // Who suggested a time has said that they will come.
  const decision = keepTime(row)
  const moved = { ...free, slotSequence: (row.slotSequence ?? 0) + 1, state: 'accepted' } as const
  return { ...decision, patch: { ...decision.patch, ...moved } }
}
