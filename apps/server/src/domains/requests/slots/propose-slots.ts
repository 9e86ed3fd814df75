import { SLOT_PROPOSALS_MAX, type Slot } from '@parley/contract'
import { idOfKey, newId } from '../../../core/ids.ts'
import { refuse } from '../../../core/refusal.ts'
import type { Tx } from '../../../db/client.ts'
import { type CheckedHolds, freeSlot, lockSchedule, reserveProposed } from '../../schedule/public.ts'
import { assertInfluencer } from '../answer-request.ts'
import { notPaid } from '../calls/why-unpaid.ts'
import { changeRequest } from '../change-request.ts'
import { reserveTimeOf } from '../money/apply-payment.ts'
import { type Decided, isCallPaid, isOpen, STANDS } from '../request.ts'
import { findRequestBySlug, type RequestRow } from '../store.ts'
import type { SlotBookingDeps } from './book-slot.ts'
import { countProposals, findProposal, insertProposal, type ProposalRow } from './proposal-store.ts'
import { proposalUntil } from './slot-rules.ts'

export interface ProposeInput {
  slug: string
  actorId: string
  /** The starts of the times that are suggested, each another. */
  slots: readonly string[]
  message: string | null
  /** The influencer's own key: the same one suggests nothing again. */
  uuid?: string | undefined
}

/**
 * The influencer suggests other times for a paid slot. Each is taken until the buyer answers; the old one stays taken
 * too, and stands where no answer comes.
 */
export async function proposeSlots(deps: SlotBookingDeps, input: ProposeInput): Promise<RequestRow> {
  const found = await findRequestBySlug(deps.db, input.slug)
  if (!found) throw refuse.notFound('There is no such request')
  return reserveTimeOf(deps, checked =>
    changeRequest(deps, {
      requestId: found.row.id,
      action: 'propose',
      actorId: input.actorId,
      async decide(row, tx, now) {
        assertInfluencer(row, input.actorId)
        const id = idOfProposal(row, input)
        const first = input.uuid === undefined ? null : await findProposal(tx, id)
        if (first) return isSame(first, input) ? null : { notAllowed: UUID_USED }
        return proposed(deps, tx, { id, row, input, now, checked })
      },
    }),
  )
}

const UUID_USED = 'This uuid was used for another suggestion already'

/** A repeated suggestion finds the first by its id. */
function idOfProposal({ id, createdAt }: RequestRow, { actorId, uuid }: ProposeInput): string {
  return uuid === undefined ? newId() : idOfKey(`proposal ${id} ${actorId} ${uuid}`, createdAt.getTime())
}

const isSame = (first: ProposalRow, { slots, message }: ProposeInput): boolean =>
  first.message === message &&
  first.slots.length === slots.length &&
  first.slots.every(({ start }, at) => Date.parse(start) === Date.parse(slots[at] ?? ''))

interface Proposing {
  id: string
  row: RequestRow
  input: ProposeInput
  now: Date
  checked: CheckedHolds
}

async function proposed(
  deps: SlotBookingDeps,
  tx: Tx,
  { id, row, input, now, checked }: Proposing,
): Promise<Decided> {
  const { slotTerms: terms, startsAt, influencerId: personId, durationSeconds } = row
  if (!terms || !startsAt || !personId)
    return { notAllowed: 'This was booked without a time: it begins whenever you are both there' }
  const until = proposalUntil(startsAt, now)
  const reason = reasonNotTo(row, { now, until })
  if (reason) return { notAllowed: reason }
  // Attack: asking a buyer for another time again and again.
  if ((await countProposals(tx, row.id)) >= SLOT_PROPOSALS_MAX)
    return {
      notAllowed: 'You have suggested other times as often as is possible. The time that was booked stands',
    }
  await lockSchedule(tx, personId)
  const slots: Slot[] = input.slots.map(start => ({ start: new Date(start).toISOString(), end: '' }))
  await insertProposal(tx, {
    id,
    requestId: row.id,
    slots: slots.map(({ start }) => ({ start, end: endOf(start, row) })),
    message: input.message,
    createdAt: now,
  })
  for (const { start } of slots) {
    const free = await freeSlot(deps.schedule, tx, {
      ...{ personId, durationSeconds, start, leewayMinutes: terms.leewayMinutes },
      // The old time may stand: it blocks the new one. All of them are one call of the daily limit.
      notCounted: row.id,
    })
    await reserveProposed(tx, { personId, requestId: row.id, proposalId: id, free, checked })
  }
  const proposed = slots.map(({ start }) => start)
  return { patch: { proposalUntil: until }, proposed, refund: null, cancelIntent: 'no', release: 'no' }
}

const endOf = (start: string, { durationSeconds, slotTerms }: RequestRow) =>
  new Date(
    Date.parse(start) + durationSeconds * 1000 + (slotTerms?.leewayMinutes ?? 0) * 60_000,
  ).toISOString()

/** Why no other time can be suggested, in words; null where it can. */
function reasonNotTo(row: RequestRow, { now, until }: { now: Date; until: Date }): string | null {
  if (!isOpen(row)) return STANDS[row.state].notAllowed
  if (row.begunAt) return 'The call has begun: it cannot be moved any more'
  if (!isCallPaid(row)) return notPaid(row).notAllowed
  if (row.proposalUntil) return 'Your last suggestion has not been answered yet. Please wait for the answer'
  if (now >= until) return 'It is too late to suggest another time. The time that was booked stands'
  return null
}
