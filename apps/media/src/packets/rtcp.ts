/**
 * RTCP as the forwarder needs it (RFC 3550, 4585, 5104, draft-alvestrand-rmcat-remb), read with bounds and written
 * whole.
 */

const SENDER_REPORT = 200
const RECEIVER_REPORT = 201
const TRANSPORT_FEEDBACK = 205
const PAYLOAD_FEEDBACK = 206
/** The forwarder's own SSRC as a reporter; it names no stream. */
const REPORTER_SSRC = 1

export interface ReportBlock {
  ssrc: number
  /** Fraction lost in 1/256. */
  fractionLost: number
  cumulativeLost: number
  highestSequence: number
  /** Middle 32 bits of the last sender report, and 1/65536 seconds since. */
  lastSenderReport: number
  delaySinceLast: number
}

export type Feedback =
  | {
      kind: 'sender-report'
      packet: Buffer
      ssrc: number
      ntpMiddle: number
      /** The publisher's clock when it was sent, and what the stream's clock showed. */
      ntpMs: number
      timestamp: number
    }
  | { kind: 'receiver-report'; blocks: ReportBlock[] }
  | { kind: 'nack'; ssrc: number; sequences: number[] }
  | { kind: 'keyframe-request'; ssrc: number }
  | { kind: 'bitrate'; bitsPerSecond: number; ssrcs: number[] }

function readBlocks(packet: Buffer, from: number): ReportBlock[] {
  const blocks: ReportBlock[] = []
  for (let at = from, n = (packet[0] ?? 0) & 0x1f; n > 0 && at + 24 <= packet.length; n--, at += 24) {
    blocks.push({
      ssrc: packet.readUInt32BE(at),
      fractionLost: packet.readUInt8(at + 4),
      cumulativeLost: packet.readIntBE(at + 5, 3),
      highestSequence: packet.readUInt32BE(at + 8),
      lastSenderReport: packet.readUInt32BE(at + 16),
      delaySinceLast: packet.readUInt32BE(at + 20),
    })
  }
  return blocks
}

function readNack(packet: Buffer): Feedback {
  const sequences: number[] = []
  for (let at = 12; at + 4 <= packet.length; at += 4) {
    const first = packet.readUInt16BE(at)
    const mask = packet.readUInt16BE(at + 2)
    sequences.push(first)
    for (let bit = 0; bit < 16; bit++) if (mask & (1 << bit)) sequences.push((first + bit + 1) & 0xffff)
  }
  return { kind: 'nack', ssrc: packet.readUInt32BE(8), sequences }
}

function readRemb(packet: Buffer): Feedback | null {
  if (packet.length < 20 || packet.toString('latin1', 12, 16) !== 'REMB') return null
  const exponent = (packet[17] ?? 0) >> 2
  const mantissa = (((packet[17] ?? 0) & 3) << 16) | packet.readUInt16BE(18)
  const ssrcs: number[] = []
  for (let at = 20, n = packet[16] ?? 0; n > 0 && at + 4 <= packet.length; n--, at += 4)
    ssrcs.push(packet.readUInt32BE(at))
  return { kind: 'bitrate', bitsPerSecond: mantissa * 2 ** exponent, ssrcs }
}

function readOne(packet: Buffer): Feedback | null {
  const format = (packet[0] ?? 0) & 0x1f
  const type = packet[1]
  if (type === SENDER_REPORT && packet.length >= 28) {
    const [ssrc, ntpMiddle, timestamp] = [
      packet.readUInt32BE(4),
      packet.readUInt32BE(10),
      packet.readUInt32BE(16),
    ]
    const ntpMs = packet.readUInt32BE(8) * 1_000 + packet.readUInt32BE(12) / 4_294_967.296
    return { kind: 'sender-report', packet: packet.subarray(0, 28), ssrc, ntpMiddle, ntpMs, timestamp }
  }
  if (type === RECEIVER_REPORT && packet.length >= 8)
    return { kind: 'receiver-report', blocks: readBlocks(packet, 8) }
  if (packet.length < 12) return null
  if (type === TRANSPORT_FEEDBACK && format === 1) return readNack(packet)
  if (type !== PAYLOAD_FEEDBACK) return null
  if (format === 1) return { kind: 'keyframe-request', ssrc: packet.readUInt32BE(8) }
  if (format === 4 && packet.length >= 20) return { kind: 'keyframe-request', ssrc: packet.readUInt32BE(12) }
  return format === 15 ? readRemb(packet) : null
}

/** Everything understood in a compound RTCP packet; the rest is skipped. */
export function readRtcp(compound: Buffer): Feedback[] {
  const found: Feedback[] = []
  let at = 0
  while (at + 4 <= compound.length) {
    const end = at + (compound.readUInt16BE(at + 2) + 1) * 4
    if (end > compound.length) break
    const feedback = readOne(compound.subarray(at, end))
    if (feedback) found.push(feedback)
    at = end
  }
  return found
}

function header(packet: Buffer, format: number, type: number): Buffer {
  packet[0] = 0x80 | format
  packet[1] = type
  packet.writeUInt16BE(packet.length / 4 - 1, 2)
  packet.writeUInt32BE(REPORTER_SSRC, 4)
  return packet
}

/** A picture loss indication: please send a keyframe of this stream. */
export function buildKeyframeRequest(ssrc: number): Buffer {
  const packet = header(Buffer.alloc(12), 1, PAYLOAD_FEEDBACK)
  packet.writeUInt32BE(ssrc, 8)
  return packet
}

/** A generic NACK for these sequence numbers, which must be in ascending order on the circle. */
export function buildNack(ssrc: number, sequences: readonly number[]): Buffer {
  const pairs: { first: number; mask: number }[] = []
  for (const sequence of sequences) {
    const last = pairs.at(-1)
    const bit = last ? ((sequence - last.first) & 0xffff) - 1 : -1
    if (last && bit >= 0 && bit < 16) last.mask |= 1 << bit
    else pairs.push({ first: sequence, mask: 0 })
  }
  const packet = header(Buffer.alloc(12 + pairs.length * 4), 1, TRANSPORT_FEEDBACK)
  packet.writeUInt32BE(ssrc, 8)
  for (const [i, pair] of pairs.entries()) {
    packet.writeUInt16BE(pair.first, 12 + i * 4)
    packet.writeUInt16BE(pair.mask, 14 + i * 4)
  }
  return packet
}

/** Builds a REMB packet: the bitrate that a sender should not exceed. */
export function buildRemb(ssrc: number, bitsPerSecond: number): Buffer {
  let exponent = 0
  let mantissa = Math.max(0, Math.floor(bitsPerSecond))
  while (mantissa > 0x3ffff) {
    mantissa = Math.floor(mantissa / 2)
    exponent++
  }
  const packet = header(Buffer.alloc(24), 15, PAYLOAD_FEEDBACK)
  packet.write('REMB', 12, 'latin1')
  packet[16] = 1
  packet[17] = (exponent << 2) | (mantissa >> 16)
  packet.writeUInt16BE(mantissa & 0xffff, 18)
  packet.writeUInt32BE(ssrc, 20)
  return packet
}

/** A receiver report of one stream. */
export function buildReceiverReport(block: ReportBlock): Buffer {
  const packet = header(Buffer.alloc(32), 1, RECEIVER_REPORT)
  packet.writeUInt32BE(block.ssrc, 8)
  packet.writeUInt8(block.fractionLost, 12)
  packet.writeIntBE(Math.min(block.cumulativeLost, 0x7fffff), 13, 3)
  packet.writeUInt32BE(block.highestSequence, 16)
  packet.writeUInt32BE(block.lastSenderReport, 24)
  packet.writeUInt32BE(block.delaySinceLast, 28)
  return packet
}

/** The publisher's sender report in the forwarded stream's own terms; without it lips and sound drift apart. */
export function rewriteSenderReport(report: Buffer, ssrc: number, timestamp: number): Buffer {
  const packet = Buffer.from(report)
  packet[0] = 0x80
  packet.writeUInt16BE(6, 2)
  packet.writeUInt32BE(ssrc, 4)
  packet.writeUInt32BE(timestamp >>> 0, 16)
  return packet
}
