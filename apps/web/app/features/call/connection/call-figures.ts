import type { CallFigures } from '@parley/contract/in-call/call-opinion'

/** A counter of a connection begins at zero with the next connection; the sum continues. */
class Counter {
  #before = 0
  #now = 0

  get now(): number {
    return this.#now
  }

  note(value: number): void {
    this.#now = value
  }

  beginAnew(): void {
    this.#before += this.#now
    this.#now = 0
  }

  get sum(): number {
    return this.#before + this.#now
  }
}

const FIELDS = { packets: 'packetsReceived', lost: 'packetsLost', freezes: 'freezeCount' } as const

/** The quality of the connection of a whole call, by the browser's own statistics. */
export class CallFigureKeeper {
  #roundTrip = { sumMs: 0, count: 0 }
  #counters = { packets: new Counter(), lost: new Counter(), freezes: new Counter() }
  #restarts = 0

  /** Adds the browser's statistics so far. */
  note(reports: Iterable<Readonly<Record<string, unknown>>>): void {
    const sums = { packets: 0, lost: 0, freezes: 0 }
    for (const report of reports) {
      if (report.type === 'candidate-pair' && report.nominated === true) {
        const seconds = report.currentRoundTripTime
        if (typeof seconds === 'number') {
          this.#roundTrip.sumMs += seconds * 1000
          this.#roundTrip.count++
        }
      }
      if (report.type !== 'inbound-rtp') continue
      for (const name of ['packets', 'lost', 'freezes'] as const) {
        const value = report[FIELDS[name]]
        if (typeof value === 'number') sums[name] += Math.max(0, value)
      }
    }
    // By these alone: a packet that was lost and came again is lost no more.
    const isAnother = sums.packets < this.#counters.packets.now
    for (const name of ['packets', 'lost', 'freezes'] as const) {
      if (isAnother) this.#counters[name].beginAnew()
      this.#counters[name].note(sums[name])
    }
  }

  /** The connection broke and was made again. */
  noteRestart(): void {
    this.#restarts++
  }

  figures(): CallFigures {
    const { packets, lost, freezes } = this.#counters
    const { sumMs, count } = this.#roundTrip
    const all = packets.sum + lost.sum
    return {
      round_trip_ms: count === 0 ? null : Math.min(60_000, Math.round(sumMs / count)),
      lost_permille: all === 0 ? null : Math.round((lost.sum / all) * 1000),
      freezes: Math.min(100_000, freezes.sum),
      restarts: Math.min(10_000, this.#restarts),
    }
  }
}
