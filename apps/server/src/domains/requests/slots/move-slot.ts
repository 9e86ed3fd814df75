import { SLOT_MOVES_MAX } from '@parley/contract'
import { refuse } from '../../../core/refusal.ts'
import type { Tx } from '../../../db/client.ts'
import { type CheckedHolds, freeSlot, lockSchedule, reserveSlot } from '../../schedule/public.ts'
import { assertBuyer } from '../answer-request.ts'
import { UNPAID_WORDS, whyUnpaid } from '../calls/why-unpaid.ts'
import { changeRequest } from '../change-request.ts'
import { reserveTimeOf } from '../money/apply-payment.ts'
import { atMostAfterMove } from '../money/money-back.ts'
import { type Decided, isCallPaid, isOpen, STANDS } from '../request.ts'
import { findRequestBySlug, type RequestRow } from '../store.ts'
import { acceptSlot, PROPOSAL_ANSWERS } from './answer-proposal.ts'
import type { SlotBookingDeps } from './book-slot.ts'
import { endProposal, openProposals } from './proposal-store.ts'
import { isTooSoonForYes, movableUntil } from './slot-rules.ts'

export interface MoveInput {
  slug: string
  actorId: string
  /** The start of the slot that is wanted. */
  slot: string
  /** How often it had moved when the buyer looked. */
  sequence: number
}

/**
 * Moves a paid slot to another that is offered, for nothing: the old one is free, the new one taken, and price, length
 * and text stay what they were. A time that the influencer suggests is taken as by the answer to the suggestion. 409
 * where it is too late, moved too often, moved or begun in between, or the slot is taken.
 */
export async function moveSlot(deps: SlotBookingDeps, input: MoveInput): Promise<RequestRow> {
  const found = await findRequestBySlug(deps.db, input.slug)
  if (!found) throw refuse.notFound('There is no such request')
  const move = (checked: CheckedHolds) =>
    changeRequest(deps, {
      requestId: found.row.id,
      action: 'move',
      actorId: input.actorId,
      async decide(row, tx, now) {
        assertBuyer(row, input.actorId)
        return (
          (await takenOfProposal(tx, { row, input, now })) ?? moved(deps, tx, { row, input, now, checked })
        )
      },
    })
  return reserveTimeOf(deps, move, input.actorId)
}

/** A suggested time is taken although it is too late for a move; null where the buyer picks any other. */
async function takenOfProposal(
  tx: Tx,
  { row, input, now }: { row: RequestRow; input: MoveInput; now: Date },
): Promise<Decided> {
  if (!row.proposalUntil || now >= row.proposalUntil || row.slotSequence !== input.sequence) return null
  const proposal = (await openProposals(tx, [row.id])).get(row.id)
  const start = Date.parse(input.slot)
  if (!proposal?.slots.some(slot => Date.parse(slot.start) === start)) return null
  const taken = await acceptSlot(tx, { row, start: input.slot, now })
  return taken && 'patch' in taken ? { ...taken, action: PROPOSAL_ANSWERS.take } : taken
}

async function moved(
  deps: SlotBookingDeps,
  tx: Tx,
  { row, input, now, checked }: { row: RequestRow; input: MoveInput; now: Date; checked: CheckedHolds },
): Promise<Decided> {
  const { slotTerms: terms, startsAt, influencerId: personId, durationSeconds } = row
  if (!terms || !startsAt || !personId)
    return { notAllowed: 'This was booked without a time: it begins whenever you are both there' }
  const reason = reasonToStay(row, { sequence: input.sequence, now, until: movableUntil(startsAt, terms) })
  if (reason) return { notAllowed: reason }
  await lockSchedule(tx, personId)
  const free = await freeSlot(deps.schedule, tx, {
    personId,
    durationSeconds,
    start: input.slot,
    leewayMinutes: terms.leewayMinutes,
    notBlocking: row.id,
    notCounted: row.id,
  })
  if (free.startsAt.getTime() === startsAt.getTime())
    return { notAllowed: 'It is at this time already. Please pick another one' }
  // Attack: moving a call to where nobody can say yes in time, so that all of it comes back, whatever the ladder.
  if (isTooSoonForYes(row, free.startsAt, now))
    return { notAllowed: 'This time is too soon for a yes of its influencer. Please pick a later one' }
  // A move ends the suggestion of other times: none of them is in the way of the new one.
  if (row.proposalUntil) await endProposal(tx, row.id, { endedBy: 'move', now })
  await reserveSlot(tx, { personId, requestId: row.id, free, checked })
  return {
    patch: {
      startsAt: free.startsAt,
      endsAt: free.endsAt,
      slotSequence: (row.slotSequence ?? 0) + 1,
      moves: row.moves + 1,
      // Attack: moving a call away to cancel it there, where all of it would come back again.
      moneyBackAtMost: atMostAfterMove(row, now),
    },
    refund: null,
    cancelIntent: 'no',
    release: 'no',
  }
}

/** Why a slot cannot move, in words; null where it can. */
function reasonToStay(row: RequestRow, against: { sequence: number; now: Date; until: Date }): string | null {
  if (!isOpen(row)) return STANDS[row.state].notAllowed
  if (row.begunAt) return 'The call has begun: it cannot be moved any more'
  const unpaid = isCallPaid(row) ? null : whyUnpaid(row)
  if (unpaid === 'unpaid') return 'Please pay first: until then you can pick another time on the profile'
  if (unpaid) return UNPAID_WORDS[unpaid]
  if (row.slotSequence !== against.sequence) return 'It was moved in between. Please look at it again'
  if (row.moves >= SLOT_MOVES_MAX)
    return 'It was moved twice already. Its influencer can still suggest another time'
  // Attack: asking for another time when the call is about to begin.
  if (against.now >= against.until)
    return 'It is too late to move it. Its influencer can still suggest another time'
  return null
}
