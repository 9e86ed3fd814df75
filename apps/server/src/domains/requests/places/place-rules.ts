import { UNUSED_EXPIRES_AFTER_MS } from '@parley/contract'
import type { EventStanding } from '../../live-events/public.ts'
import {
  begin,
  type Decided,
  endByRule,
  isCallPaid,
  isConfirmed,
  isOpen,
  type RequestFacts,
} from '../request.ts'

/** Only a safety net: changes of an event are passed to its places at once. */
const RECHECK_AFTER_MS = 3_600_000

/**
 * Updates a place to the state of its event: one clock, one ending for all places, each by the length that it bought.
 */
export function followEvent(place: RequestFacts, event: EventStanding, now: Date): Decided {
  if (!isOpen(place)) return null
  // The turns of a queue begin and end one by one; without an opening by the host there is no turn.
  const isByTurn = event.isQueue && event.ending !== 'cancelled' && event.ending !== 'never_started'
  if (isByTurn && (!event.ending || isConfirmed(place))) return null
  // A place that is unpaid at the end buys nothing, also while the places wait for the end of the count.
  if (event.isOver && !isConfirmed(place)) {
    return endByRule(place, { state: 'expired', outcome: 'unpaid', cause: 'cancelled', usedMs: 0, now })
  }
  if (!event.ending) return event.begunAt && isCallPaid(place) ? begin(place, now) : null
  if (event.ending === 'cancelled') {
    return endByRule(place, { state: 'cancelled', outcome: 'cancelled', cause: 'cancelled', usedMs: 0, now })
  }
  if (event.ending === 'never_started') {
    const absent = { outcome: 'influencer_absent', cause: 'influencer_absent' } as const
    return endByRule(place, { state: 'expired', ...absent, usedMs: 0, now })
  }
  const { usedMs } = event
  // The event may have become shorter after this sale: the place is settled by the length that it bought.
  const isServed = usedMs >= place.durationSeconds * 1000
  return endByRule(place, {
    state: 'completed',
    outcome: isServed ? 'served' : 'part_served',
    cause: isServed ? 'used_up' : 'cut_by_influencer',
    usedMs,
    now,
  })
}

/** The time rule of a paid place: an undated event without a broadcast within 30 days gives everything back. */
export function applyPlaceRules(place: RequestFacts, event: EventStanding, now: Date): Decided {
  const followed = followEvent(place, event, now)
  if (followed) return followed
  const boughtMs = (place.paidAt ?? place.createdAt).getTime()
  if (!event.begunAt && !place.startsAt && now.getTime() - boughtMs >= UNUSED_EXPIRES_AFTER_MS) {
    const unused = { state: 'expired', outcome: 'unclaimed', cause: 'never_used' } as const
    return endByRule(place, { ...unused, usedMs: 0, now })
  }
  const recheckAt = new Date(now.getTime() + RECHECK_AFTER_MS)
  return { patch: {}, refund: null, cancelIntent: 'no', release: 'no', recheckAt }
}
