import type { ProcessClock } from '../../../core/clock.ts'
import type { Log } from '../../../core/core.ts'
import type { ClockedRoom } from './clocked-room.ts'

/** A smaller difference between the two clocks is the time between reading one and the other. */
const JUMP_MIN_MS = 100

/** A time that was read, and how far the machine's clock had jumped by then. */
export interface Moment {
  nowMs: number
  jumpedMs: number
}

/**
 * The time by which calls are counted: the application's, but a jump of the machine's clock moves the open intervals of
 * all rooms by as much, so that nobody pays for it and nobody gets it free.
 */
export class RoomTime {
  #clock: ProcessClock
  #log: Log
  #rooms: () => Iterable<ClockedRoom>
  #jumpedMs: number

  constructor({ clock, log }: { clock: ProcessClock; log: Log }, rooms: () => Iterable<ClockedRoom>) {
    this.#clock = clock
    this.#log = log
    this.#rooms = rooms
    this.#jumpedMs = clock.jumpedMs()
  }

  read(): Moment {
    const jumpMs = this.#clock.jumpedMs() - this.#jumpedMs
    if (Math.abs(jumpMs) >= JUMP_MIN_MS) {
      this.#jumpedMs += jumpMs
      for (const room of this.#rooms()) room.jump(jumpMs)
      this.#log.warn({ jumpMs }, "the machine's clock was set, or the machine slept; no call uses that time")
    }
    return { nowMs: this.#clock.now().getTime(), jumpedMs: this.#jumpedMs }
  }

  nowMs(): number {
    return this.read().nowMs
  }

  /** How far the clock jumped since then. */
  jumpSince({ jumpedMs }: Moment): number {
    return this.read().jumpedMs - jumpedMs
  }
}
