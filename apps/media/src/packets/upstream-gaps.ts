import { sequenceDistance } from './rtp.ts'

const MAX_REQUESTS = 8
const GIVE_UP_MS = 1_000
const MIN_SPACING_MS = 30
/**
 * More is cheaper to mend with a keyframe than packet by packet. Attack: a gap before each packet, so that all packets
 * of a second are missing, and the search for what to request of them stops every other room of this process.
 */
const MAX_HOLE = 200

interface Missing {
  sinceMs: number
  requestedMs: number
  requests: number
}

/** The missing packets of a publisher, and when to request each again. */
export class UpstreamGaps {
  #missing = new Map<number, Missing>()
  #highest: number | null = null
  #lastPacketMs = 0
  #cycles = 0
  #roundTripMs = 100
  #lost = 0
  #abandoned: number | null = null

  /** Records an arrival; returns 'hole' if more is missing than requests can repair. */
  note(sequence: number, nowMs: number): 'in-order' | 'gap' | 'late' | 'hole' {
    if (this.#highest === null) {
      this.#highest = sequence
      this.#lastPacketMs = nowMs
      return 'in-order'
    }
    const silentMs = nowMs - this.#lastPacketMs
    this.#lastPacketMs = nowMs
    const ahead = sequenceDistance(this.#highest, sequence)
    if (ahead <= 0) return this.#repaired(sequence, nowMs)
    const from = this.#highest
    if (sequence < from) this.#cycles++
    this.#highest = sequence
    // Packets lost with the network are too old to be useful, and waiting for them delays the live video.
    if (ahead > 1 && (this.#missing.size + ahead - 1 > MAX_HOLE || silentMs > GIVE_UP_MS)) {
      this.#missing.clear()
      return 'hole'
    }
    for (let step = 1; step < ahead; step++) {
      this.#missing.set((from + step) & 0xffff, {
        sinceMs: nowMs,
        requestedMs: Number.NEGATIVE_INFINITY,
        requests: 0,
      })
    }
    return ahead > 1 ? 'gap' : 'in-order'
  }

  #repaired(sequence: number, nowMs: number): 'late' {
    const missing = this.#missing.get(sequence)
    if (missing?.requests === 1) this.#roundTripMs += (nowMs - missing.requestedMs - this.#roundTripMs) / 8
    this.#missing.delete(sequence)
    return 'late'
  }

  /** The sequence numbers to request now, ascending; each at most eight times and for one second. */
  due(nowMs: number): number[] {
    const spacingMs = Math.max(MIN_SPACING_MS, 1.2 * this.#roundTripMs)
    const requested: number[] = []
    for (const [sequence, missing] of this.#missing) {
      if (missing.requests >= MAX_REQUESTS || nowMs - missing.sinceMs > GIVE_UP_MS) {
        this.#missing.delete(sequence)
        this.#lost++
        this.#abandoned = sequence
      } else if (nowMs - missing.requestedMs >= spacingMs) {
        missing.requestedMs = nowMs
        missing.requests++
        requested.push(sequence)
      }
    }
    return requested
  }

  /** The newest packet that was requested in vain since the last call. */
  takeAbandoned(): number | null {
    const abandoned = this.#abandoned
    this.#abandoned = null
    return abandoned
  }

  get lost(): number {
    return this.#lost
  }

  /** Highest sequence with its cycle count, as a receiver report carries it; null before the first packet. */
  get extendedHighest(): number | null {
    return this.#highest === null ? null : ((this.#cycles << 16) | this.#highest) >>> 0
  }
}
