import type { MovableClock } from '../core/clock.ts'
import type { Calls } from '../domains/calls/public.ts'
import { applyDueEvents, type LiveEventsDeps } from '../domains/live-events/public.ts'
import { payOutDue } from '../domains/payouts/public.ts'
import { applyDue, payoutHold, type RequestsDeps } from '../domains/requests/public.ts'

interface RuledByTime {
  clock: MovableClock
  calls: Calls
  requests: RequestsDeps
  liveEvents: LiveEventsDeps
}

/** Applies every rule of time that is due; answers how many were looked at. */
export function rulesOfTime({ clock, calls, requests, liveEvents }: RuledByTime): () => Promise<number> {
  let appliedAt = clock.offsetSeconds()
  return async () => {
    // A moved clock makes rules due at once: what calls saw up to now is to be written down before.
    if (clock.offsetSeconds() !== appliedAt) await calls.writeDown()
    appliedAt = clock.offsetSeconds()
    return (
      (await applyDueEvents(liveEvents)) +
      (await applyDue(requests)) +
      (await payOutDue(requests, payoutHold))
    )
  }
}
