import { readRtpHeader } from './rtp.ts'

const SIZE = 1024
/**
 * An old keyframe that is repeated after an outage would be shown, and all that follows it held back until its time has
 * come again.
 */
const REPEATED_WITHIN_MS = 1_000

/** The last packets sent of one stream, from which every viewer's losses are repaired. */
export class PacketRing {
  #slots: (Buffer | undefined)[] = new Array(SIZE)
  #putMs = new Float64Array(SIZE)

  put(sequence: number, packet: Buffer, nowMs: number): void {
    this.#slots[sequence % SIZE] = packet
    this.#putMs[sequence % SIZE] = nowMs
  }

  get(sequence: number): Buffer | undefined {
    const packet = this.#slots[sequence % SIZE]
    return packet && readRtpHeader(packet)?.sequence === sequence ? packet : undefined
  }

  /** The packet for a viewer who misses it, unless it is too old. */
  getToRepeat(sequence: number, nowMs: number): Buffer | undefined {
    const ageMs = nowMs - (this.#putMs[sequence % SIZE] ?? 0)
    return ageMs <= REPEATED_WITHIN_MS ? this.get(sequence) : undefined
  }
}
