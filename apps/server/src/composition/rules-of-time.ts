import type { MovableClock } from '../core/clock.ts'
import type { Domain } from '../core/domain.ts'
import { eachOf } from '../db/each-of.ts'
import type { Calls } from '../domains/calls/public.ts'

interface RuledByTime {
  clock: MovableClock
  calls: Calls
  domains: readonly Domain[]
}

/** Applies every rule of time that is due; answers how many were looked at. */
export function rulesOfTime({ clock, calls, domains }: RuledByTime): () => Promise<number> {
  let appliedAt = clock.offsetSeconds()
  return async () => {
    // A moved clock makes rules due at once: what calls saw up to now is to be written down before.
    if (clock.offsetSeconds() !== appliedAt) await calls.writeDown()
    appliedAt = clock.offsetSeconds()
    let looked = 0
    await eachOf(domains, async domain => {
      looked += await domain.due()
    })
    return looked
  }
}
