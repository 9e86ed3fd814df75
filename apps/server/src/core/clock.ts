/** The application's time; every rule of time reads it here and nowhere else. */
export interface Clock {
  now(): Date
}

/** A clock that can be moved ahead, as Stripe's test clocks are; it never goes back. */
export interface MovableClock extends Clock {
  advance(seconds: number): void
  offsetSeconds(): number
}

/** The machine's time plus an offset in whole seconds. */
export function movableClock(initialOffsetSeconds = 0): MovableClock {
  let offsetSeconds = initialOffsetSeconds
  return {
    now: () => new Date(Date.now() + offsetSeconds * 1000),
    advance(seconds) {
      if (!(seconds >= 0)) throw new RangeError('a clock only moves ahead')
      offsetSeconds += seconds
    },
    offsetSeconds: () => offsetSeconds,
  }
}

/** A clock that stands still until it is moved: for tests of rules of time. */
export function stillClock(start = '2026-03-01T12:00:00.000Z'): MovableClock {
  let atMs = Date.parse(start)
  let movedSeconds = 0
  return {
    now: () => new Date(atMs),
    advance(seconds) {
      atMs += seconds * 1000
      movedSeconds += seconds
    },
    offsetSeconds: () => movedSeconds,
  }
}

/**
 * Resolves when this process has read everything that had arrived before the call. A process that stood still runs its
 * timers before it reads, and what waits may say more than it knows: who judges by time waits for this first. Of two
 * turns of the event loop at least one reads from its beginning.
 */
export async function arrivalsRead(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise<void>(resolve => setImmediate(resolve))
}
