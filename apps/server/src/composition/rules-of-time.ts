import type { MovableClock } from '../core/clock.ts'
import type { Domain } from '../core/domain.ts'
import { eachOf } from '../db/each-of.ts'
import type { Calls } from '../domains/calls/public.ts'

interface RuledByTime {
  clock: MovableClock
  calls: Calls
  domains: readonly Domain[]
}

/** Applies every time rule that is due; returns how many rows it checked. */
export function rulesOfTime({ clock, calls, domains }: RuledByTime): () => Promise<number> {
  let appliedAt = clock.offsetSeconds()
  return async () => {
    // A moved clock makes rules due at once: first the calls store what they saw until now.
    if (clock.offsetSeconds() !== appliedAt) await calls.writeDown()
    appliedAt = clock.offsetSeconds()
    let checked = 0
    await eachOf(domains, async domain => {
      checked += await domain.due()
    })
    return checked
  }
}
