/** The checks of one round are spread over so many moments, so that a full event is not pinged all at once. */
const MOMENTS = 20

/** One timer for all sockets of a process; a timer for each would cost a quiet socket more than all that it says. */
export interface Pulse {
  /** Calls `check` once a round; answers the way to stop. */
  join(check: () => void): () => void
}

/** A pulse with rounds of `everyMs`; its timer runs while somebody is in it. */
export function createPulse(everyMs: number): Pulse {
  const moments = Array.from({ length: MOMENTS }, () => new Set<() => void>())
  let next = 0
  let joined = 0
  let timer: NodeJS.Timeout | undefined

  function tick(): void {
    const checks = moments[next]
    next = (next + 1) % MOMENTS
    for (const check of checks ?? []) check()
  }

  return {
    join(check) {
      // The moment that has just been: the first look comes after a whole round.
      const moment = moments[(next + MOMENTS - 1) % MOMENTS]
      moment?.add(check)
      joined++
      timer ??= setInterval(tick, everyMs / MOMENTS)
      return () => {
        if (!moment?.delete(check)) return
        joined--
        if (joined > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}
