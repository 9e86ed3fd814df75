/**
 * Transport-wide congestion control feedback (draft-holmer-rmcat-transport-wide-cc-extensions-01): drives the
 * publisher's own bandwidth estimate.
 */
import { sequenceDistance } from './rtp.ts'

const MAX_PACKETS_PER_REPORT = 700
/** A jump larger than this is a new stream, not loss. */
const MAX_JUMP = 3_000

interface FeedbackInput {
  base: number
  count: number
  /** Arrival in milliseconds, by offset from `base`. */
  arrivals: ReadonlyMap<number, number>
  feedbackCount: number
  ssrc: number
}

interface Vectors {
  symbols: number[]
  deltas: { value: number; bytes: number }[]
}

function toVectors({ arrivals, count }: FeedbackInput, referenceMs: number): Vectors {
  const symbols: number[] = []
  const deltas: { value: number; bytes: number }[] = []
  let previousMs = referenceMs
  for (let offset = 0; offset < count; offset++) {
    const arrivedMs = arrivals.get(offset)
    if (arrivedMs === undefined) {
      symbols.push(0)
      continue
    }
    const exact = Math.round((arrivedMs - previousMs) * 4)
    const value = Math.max(-32_768, Math.min(32_767, exact))
    previousMs += value / 4
    const bytes = value >= 0 && value <= 255 ? 1 : 2
    symbols.push(bytes)
    deltas.push({ value, bytes })
  }
  while (symbols.length % 7) symbols.push(0)
  return { symbols, deltas }
}

/** One feedback packet with two-bit status vectors; `arrivals` must not be empty. */
export function buildTransportFeedback(input: FeedbackInput): Buffer {
  const reference = Math.floor((Math.min(...input.arrivals.values()) - 1) / 64)
  const { symbols, deltas } = toVectors(input, reference * 64)
  const bodyBytes = 20 + (symbols.length / 7) * 2 + deltas.reduce((sum, delta) => sum + delta.bytes, 0)
  const padding = (4 - (bodyBytes % 4)) % 4
  const packet = Buffer.alloc(bodyBytes + padding)
  packet[0] = 0x8f | (padding ? 0x20 : 0)
  packet[1] = 205
  packet.writeUInt16BE(packet.length / 4 - 1, 2)
  packet.writeUInt32BE(1, 4)
  packet.writeUInt32BE(input.ssrc, 8)
  packet.writeUInt16BE(input.base, 12)
  packet.writeUInt16BE(input.count, 14)
  packet.writeUIntBE(reference & 0xffffff, 16, 3)
  packet[19] = input.feedbackCount & 0xff
  let at = 20
  for (let chunk = 0; chunk < symbols.length; chunk += 7, at += 2) {
    let word = 0xc000
    for (let i = 0; i < 7; i++) word |= (symbols[chunk + i] ?? 0) << (12 - 2 * i)
    packet.writeUInt16BE(word, at)
  }
  for (const { value, bytes } of deltas) {
    if (bytes === 1) packet.writeUInt8(value, at)
    else packet.writeInt16BE(value, at)
    at += bytes
  }
  if (padding) packet[packet.length - 1] = padding
  return packet
}

/** Collects arrivals of one publisher and reports each exactly once, lost ones as lost. */
export class TransportFeedbackLog {
  #base: number | null = null
  #highest = 0
  #arrivals = new Map<number, number>()
  #feedbackCount = 0

  note(sequence: number, arrivedMs: number): void {
    if (this.#base === null || Math.abs(sequenceDistance(this.#base, sequence)) > MAX_JUMP) {
      this.#base = sequence
      this.#highest = sequence
      this.#arrivals.clear()
    }
    if (sequenceDistance(this.#base, sequence) < 0) return
    if (sequenceDistance(this.#highest, sequence) > 0) this.#highest = sequence
    this.#arrivals.set(sequence, arrivedMs)
  }

  /** The feedback for all that arrived since the last call, or null when nothing did. */
  next(ssrc: number): Buffer | null {
    const base = this.#base
    if (base === null || this.#arrivals.size === 0) return null
    const count = Math.min(sequenceDistance(base, this.#highest) + 1, MAX_PACKETS_PER_REPORT)
    const arrivals = new Map<number, number>()
    for (const [sequence, arrivedMs] of this.#arrivals) {
      const offset = sequenceDistance(base, sequence)
      if (offset >= count) continue
      arrivals.set(offset, arrivedMs)
      this.#arrivals.delete(sequence)
    }
    this.#base = (base + count) & 0xffff
    if (arrivals.size === 0) return null
    return buildTransportFeedback({ base, count, arrivals, feedbackCount: this.#feedbackCount++, ssrc })
  }
}
