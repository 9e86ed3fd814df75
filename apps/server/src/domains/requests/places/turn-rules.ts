import type { SettledBy } from '@parley/contract'
import { type Decided, endByRule, isOpen, type RequestFacts } from '../request.ts'

/** The rules by which the price of a place stays paid whose holder left the line, or was not there. */
export const KEPT_IN_LINE: ReadonlySet<SettledBy> = new Set(['buyer_absent', 'left_line', 'disputed_in_line'])

/** How a place's turn in a queue ended, and its refund. */
export interface TurnEnd {
  end: 'served' | 'part' | 'skipped' | 'left' | 'unserved'
  back: 'all' | 'unused' | 'none'
  /** Why it was skipped or left. */
  why: 'absent' | 'not_their_doing' | null
  usedMs: number
  /** Whether a dispute of the payment took the fan out of the line: that says nothing of who was there. */
  isDisputed?: boolean | undefined
}

/** Moments of the clock are whole milliseconds. */
const ROUNDING_MS = 1

/** Settles a place by its own turn; null where it is settled. */
export function endTurn(place: RequestFacts, turn: TurnEnd, now: Date): Decided {
  if (!isOpen(place)) return null
  const { usedMs } = turn
  // A fan who had a part of their turn pays only for that part, whatever the rule for absent fans.
  const back = turn.back === 'none' && usedMs > 0 ? 'unused' : turn.back
  const boughtMs = place.durationSeconds * 1000
  // Only the bought length counts, whatever the event's present length is.
  if (usedMs >= boughtMs - ROUNDING_MS) {
    const served = { state: 'completed', outcome: 'served', cause: 'used_up' } as const
    return endByRule(place, { ...served, usedMs: boughtMs, now })
  }
  if (back === 'none' && turn.end !== 'served') {
    const left = turn.end === 'left' ? 'left_line' : 'buyer_absent'
    const why = turn.isDisputed ? 'disputed_in_line' : left
    return endByRule(place, { state: 'completed', outcome: why, cause: why, usedMs, now })
  }
  if (back === 'unused' || turn.end === 'served') {
    const part = { state: 'completed', outcome: 'part_served', cause: 'not_used' } as const
    return endByRule(place, { ...part, usedMs, now })
  }
  if (turn.end === 'left') {
    const left = { state: 'cancelled', outcome: 'cancelled', cause: 'cancelled' } as const
    return endByRule(place, { ...left, usedMs: 0, now })
  }
  if (turn.end === 'unserved' || turn.why === 'not_their_doing') {
    const unserved = { state: 'expired', outcome: 'turn_not_reached', cause: 'turn_not_reached' } as const
    return endByRule(place, { ...unserved, usedMs: 0, now })
  }
  const absent = { state: 'expired', outcome: 'buyer_absent', cause: 'never_used' } as const
  return endByRule(place, { ...absent, usedMs: 0, now })
}
