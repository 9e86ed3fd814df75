import {
  ABSENT_AFTER_START_MS,
  HOUR_MS,
  type RequestType,
  type SessionRequest,
  SLOT_HOLD_MS,
  SLOT_HOLD_PROCESSING_MS,
  SLOT_MOVES_MAX,
  type Slot,
} from '@parley/contract'
import type { SlotTerms } from '../../schedule/public.ts'

/** The part of a request that the rules of its slot read. */
interface SlotFacts {
  state: SessionRequest['state']
  startsAt: Date | null
  endsAt: Date | null
  slotSequence: number | null
  slotTerms: SlotTerms | null
  moves: number
  proposalUntil: Date | null
  holdUntil: Date | null
  paidAt: Date | null
  begunAt: Date | null
}

interface ShownProposal {
  slots: Slot[]
  message: string | null
}

/** The fields of a request that came without a slot. */
export const NO_SLOT = {
  slotSequence: null,
  slotTerms: null,
  moves: 0,
  proposalUntil: null,
  holdUntil: null,
} as const

/** Who books at short notice waits at least so long for an answer. */
const ANSWER_AT_LEAST_MS = 15 * 60_000

/**
 * Until when the influencer has to say yes to a paid slot: by the earlier of 24 hours and 1 hour before its start.
 * Booked at such short notice that this leaves less than 15 minutes, they have these, and never longer than to the
 * start. Null where no answer is waited for: where they suggested other times, the buyer answers next.
 */
export function answerBy(facts: SlotFacts): Date | null {
  const { state, startsAt, slotTerms, paidAt, begunAt, proposalUntil } = facts
  if (state !== 'offered' || slotTerms?.accept !== 'hand' || !startsAt || !paidAt) return null
  if (begunAt || proposalUntil) return null
  const startMs = startsAt.getTime()
  const usualMs = Math.min(paidAt.getTime() + 24 * HOUR_MS, startMs - HOUR_MS)
  const leastMs = Math.min(paidAt.getTime() + ANSWER_AT_LEAST_MS, startMs)
  return new Date(Math.max(usualMs, leastMs))
}

/**
 * Whether a move would end a slot that waits for a yes before its influencer could give it: it shortens their time to
 * less than who books at short notice leaves them.
 */
export function isTooSoonForYes(facts: SlotFacts, startsAt: Date, now: Date): boolean {
  // A move ends the suggestion of other times.
  const waiting = { ...facts, proposalUntil: null }
  const [byNow, byThen] = [answerBy(waiting), answerBy({ ...waiting, startsAt })]
  if (!byNow || !byThen || byThen >= byNow) return false
  return byThen.getTime() < now.getTime() + ANSWER_AT_LEAST_MS
}

/**
 * Until when a buyer may answer other times that are suggested: by the earlier of 24 hours and 1 hour before the old
 * start.
 */
export const proposalUntil = (startsAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + 24 * HOUR_MS, startsAt.getTime() - HOUR_MS))

/** When the server checks whether both came: 10 minutes after the start, or a slot's end if that is sooner. */
export function absentAt({ endsAt, slotSequence }: SlotFacts, startsAt: Date): Date {
  const atMs = startsAt.getTime() + ABSENT_AFTER_START_MS
  return new Date(slotSequence !== null && endsAt ? Math.min(atMs, endsAt.getTime()) : atMs)
}

/**
 * Whether a slot is too old to be sold: nobody could come before it was paid, so nobody was absent. With a yes by hand
 * this is its start, without one the moment at which the server checks whether both came.
 */
export function isSlotOver(facts: SlotFacts, now: Date): boolean {
  const { state, startsAt, slotTerms } = facts
  if (!startsAt || !slotTerms) return false
  const needsYes = state === 'offered' && slotTerms.accept === 'hand'
  return now >= (needsYes ? startsAt : absentAt(facts, startsAt))
}

/**
 * Until when a call within a window can be paid: the server checks then whether both came, and nobody can come before
 * it is paid. Null for a place at an event, which is sold while it runs.
 */
export function windowSoldUntil(facts: SlotFacts & { requestType: RequestType }): Date | null {
  const { requestType, startsAt, endsAt } = facts
  if (!startsAt || !endsAt || requestType === 'broadcast') return null
  return new Date(Math.min(absentAt(facts, startsAt).getTime(), endsAt.getTime()))
}

/** Whether the time of a call is over, so that money for it would only go back. */
export function isTimeOver(facts: SlotFacts & { requestType: RequestType }, now: Date): boolean {
  if (facts.slotTerms) return isSlotOver(facts, now)
  const untilAt = windowSoldUntil(facts)
  return untilAt !== null && now >= untilAt
}

/** Until when a slot is kept while the bank of its buyer thinks; without end where no slot is held. */
export const keptUntilMs = ({ holdUntil }: Pick<SlotFacts, 'holdUntil'>): number =>
  holdUntil ? holdUntil.getTime() - SLOT_HOLD_MS + SLOT_HOLD_PROCESSING_MS : Number.POSITIVE_INFINITY

/** Until when the buyer may move it. */
export const movableUntil = (startsAt: Date, { moveUntilMinutes }: SlotTerms): Date =>
  new Date(startsAt.getTime() - moveUntilMinutes * 60_000)

/** The slot of a request as its readers see it. */
export function presentSlot(row: SlotFacts, proposal: ShownProposal | null): SessionRequest['slot'] {
  const { startsAt, endsAt, slotSequence, slotTerms } = row
  if (!startsAt || !endsAt || slotSequence === null || !slotTerms) return null
  const isHeld = row.paidAt === null && row.state === 'offered'
  return {
    start: startsAt.toISOString(),
    end: endsAt.toISOString(),
    sequence: slotSequence,
    hold_expires_at: isHeld ? (row.holdUntil?.toISOString() ?? null) : null,
    moves_left: Math.max(0, SLOT_MOVES_MAX - row.moves),
    move_until: movableUntil(startsAt, slotTerms).toISOString(),
    accept: slotTerms.accept,
    answer_by: answerBy(row)?.toISOString() ?? null,
    proposal:
      proposal && row.proposalUntil
        ? { slots: proposal.slots, message: proposal.message, answer_by: row.proposalUntil.toISOString() }
        : null,
  }
}
