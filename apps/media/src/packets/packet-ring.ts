import { readRtpHeader } from './rtp.ts'

const SIZE = 1024
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

  /** How long ago a packet that is here arrived. */
  ageMs(sequence: number, nowMs: number): number {
    return nowMs - (this.#putMs[sequence % SIZE] ?? 0)
  }
}
