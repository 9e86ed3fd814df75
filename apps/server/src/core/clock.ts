/** The application's time; every rule of time reads it here and nowhere else. */
export interface Clock {
  now(): Date
}

/** The clock of a process, which also says when `now` is no measure of what passed. */
export interface ProcessClock extends Clock {
  /**
   * By how much `now` differs from what has passed since this clock began, in ms: somebody or NTP set the machine's
   * clock, or the machine slept. Time that a person pays for must not follow it. `advance` is no jump.
   */
  jumpedMs(): number
}

/** A clock that can be moved ahead, as Stripe's test clocks are; it never goes back. */
export interface MovableClock extends ProcessClock {
  advance(seconds: number): void
  offsetSeconds(): number
}

/** The two clocks of a machine: one can be set, the other only runs. */
export interface Machine {
  wallMs(): number
  steadyMs(): number
}

const THIS_MACHINE: Machine = { wallMs: () => Date.now(), steadyMs: () => performance.now() }

/** The machine's time plus an offset in whole seconds. */
export function movableClock(initialOffsetSeconds = 0, machine = THIS_MACHINE): MovableClock {
  let offsetSeconds = initialOffsetSeconds
  const apartMs = () => machine.wallMs() - machine.steadyMs()
  const apartAtStartMs = apartMs()
  return {
    now: () => new Date(machine.wallMs() + offsetSeconds * 1000),
    jumpedMs: () => apartMs() - apartAtStartMs,
    advance(seconds) {
      if (!(seconds >= 0)) throw new RangeError('a clock only moves ahead')
      offsetSeconds += seconds
    },
    offsetSeconds: () => offsetSeconds,
  }
}

/** A clock that stands still until it is moved: for tests of rules of time. */
export interface StillClock extends MovableClock {
  /** The machine's clock is set, ahead or back, and no time passes. */
  jump(ms: number): void
}

export function stillClock(start = '2026-03-01T12:00:00.000Z'): StillClock {
  let atMs = Date.parse(start)
  let movedSeconds = 0
  let jumpedMs = 0
  return {
    now: () => new Date(atMs),
    jumpedMs: () => jumpedMs,
    jump(ms) {
      atMs += ms
      jumpedMs += ms
    },
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
