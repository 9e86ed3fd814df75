import { readRtpHeader } from './rtp.ts'

const SIZE = 1024

/** The last packets sent of one stream, from which every viewer's losses are repaired. */
export class PacketRing {
  #slots: (Buffer | undefined)[] = new Array(SIZE)

  put(sequence: number, packet: Buffer): void {
    this.#slots[sequence % SIZE] = packet
  }

  get(sequence: number): Buffer | undefined {
    const packet = this.#slots[sequence % SIZE]
    return packet && readRtpHeader(packet)?.sequence === sequence ? packet : undefined
  }
}
