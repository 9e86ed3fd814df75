import type { LiveEvent } from '@parley/contract'

type Placed = Pick<LiveEvent, 'state' | 'starts_at'>

/** The live one first, then by their start, and last those without a date. */
function placeOf({ state, starts_at }: Placed): number {
  if (state === 'live') return Number.NEGATIVE_INFINITY
  return starts_at === null ? Number.POSITIVE_INFINITY : Date.parse(starts_at)
}

/** Events in the order in which they can be attended; those of one place stay in theirs. */
export function inOrder<E extends Placed>(events: readonly E[]): E[] {
  return events.toSorted((one, other) => {
    const [first, second] = [placeOf(one), placeOf(other)]
    return first === second ? 0 : first < second ? -1 : 1
  })
}
