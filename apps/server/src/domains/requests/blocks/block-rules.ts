import { BLOCKS_PAST_THE_LADDER_MAX, type BlockEffect } from '@parley/contract'
import type { LeavingKeeps } from '../deps.ts'
import { withdraw } from '../gifts/gift-rules.ts'
import { cancellingGives, type LadderedSale } from '../money/money-back.ts'
import {
  cancel,
  type Decided,
  endByRule,
  isConfirmed,
  isOpen,
  type RequestFacts,
  reject,
} from '../request.ts'

export interface BlockFacts {
  by: 'buyer' | 'influencer' | 'attendee_side'
  /**
   * Whether the buyer pressed End Call after the agreed start while the influencer's media flowed: a block presses it
   * first.
   */
  leftWhoWaits: boolean
  /** What was broadcast of the event, of a place. */
  usedMs: number
  /** For a place in a queue: whether the price stays paid if the fan leaves the line now. */
  leavingKeeps: LeavingKeeps
  /** Whether the buyer blocked so often instead of cancelling late that the ladder now applies to blocks. */
  ladderStands: boolean
  now: Date
}

/** The effect of a block on an open request of the two people; null if it has ended. */
export function blockEffect(request: RequestFacts, facts: BlockFacts): BlockEffect | null {
  if (!isOpen(request)) return null
  if (request.begunAt) return request.requestType === 'broadcast' ? 'place_ended' : 'left'
  if (facts.by === 'attendee_side') return 'not_attending'
  if (facts.by === 'influencer') return 'rejected'
  const isPlace = request.requestType === 'broadcast'
  // Attack: a called fan blocks the host to get back what leaving would not give.
  if (isPlace && facts.leavingKeeps && isConfirmed(request)) return 'stays_paid'
  // Attack: a buyer for whom the influencer waits, and who cannot cancel any more, blocks to get everything back.
  const isWaitedFor = !isPlace && request.startsAt && facts.now >= request.startsAt && facts.leftWhoWaits
  if (isWaitedFor && isConfirmed(request)) return 'stays_paid'
  return facts.ladderStands && isLate(request, facts.now) ? 'cancelled_late' : 'cancelled'
}

/**
 * Whether a cancellation now would give back less than all. After the start, a buyer for whom nobody waits gets all
 * of it back.
 */
export function isLate(request: LadderedSale & Pick<RequestFacts, 'startsAt'>, now: Date): boolean {
  const isBeforeStart = request.startsAt !== null && now < request.startsAt
  return isBeforeStart && request.paidAt !== null && cancellingGives(request, now).cause === 'cancelled_late'
}

/** Executes the effect. A call that has begun stays: nobody can join it any more, and the time rules settle it. */
export function endByBlock(request: RequestFacts, facts: BlockFacts): Decided {
  const { now, usedMs } = facts
  switch (blockEffect(request, facts)) {
    case 'rejected':
      return reject(request, { reason: null, now })
    case 'cancelled': {
      const ending = { state: 'cancelled', outcome: 'cancelled', cause: 'cancelled', usedMs: 0 } as const
      return endByRule(request, { ...ending, now })
    }
    case 'cancelled_late':
      return cancel(request, now)
    case 'stays_paid': {
      const ending = facts.leavingKeeps
        ? ({ outcome: facts.leavingKeeps, cause: facts.leavingKeeps } as const)
        : ({ outcome: 'buyer_absent', cause: 'ended_by_buyer' } as const)
      return endByRule(request, { state: 'completed', ...ending, usedMs: 0, now })
    }
    case 'place_ended': {
      const isServed = usedMs >= request.durationSeconds * 1000
      return endByRule(request, {
        state: 'completed',
        outcome: isServed ? 'served' : 'part_served',
        cause: isServed ? 'used_up' : 'place_ended',
        usedMs,
        now,
      })
    }
    case 'not_attending':
      return withdraw(request)
    default:
      return null
  }
}

/** A request that a block ended. */
export interface EndedByBlock {
  request: Pick<RequestFacts, 'influencerId' | 'createdAt'>
  at: Date
}

/** The time within which one press of a block ends all requests. */
const ONE_PRESS_MS = 60_000

/** Whether blocks ended so many calls, in this order, instead of late cancellations that the ladder applies. */
export const isPressedOften = (ended: readonly EndedByBlock[]): boolean =>
  countPresses(ended) >= BLOCKS_PAST_THE_LADDER_MAX

/** One press may end several calls with the same person; a later booked call was ended by another press. */
function countPresses(ended: readonly EndedByBlock[]): number {
  const pressedAt = new Map<string | null, Date>()
  let presses = 0
  for (const { request, at } of ended) {
    const last = pressedAt.get(request.influencerId)
    if (last && request.createdAt <= last && at.getTime() - last.getTime() <= ONE_PRESS_MS) continue
    pressedAt.set(request.influencerId, at)
    presses++
  }
  return presses
}
