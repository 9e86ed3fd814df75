/**
 * RTP headers (RFC 3550 section 5.1, RFC 8285 one-byte extensions), read with bounds since a publisher may send
 * anything.
 */

export interface RtpHeader {
  sequence: number
  timestamp: number
  ssrc: number
}

/** RTCP packet types are 192 to 223 in the second byte (RFC 5761); everything else on the wire here is RTP. */
export function isRtcp(packet: Buffer): boolean {
  const type = packet[1] ?? 0
  return type >= 192 && type <= 223
}

/** The header of an RTP packet, or null when it is not one. */
export function readRtpHeader(packet: Buffer): RtpHeader | null {
  if (packet.length < 12 || (packet[0] ?? 0) >> 6 !== 2) return null
  return { sequence: packet.readUInt16BE(2), timestamp: packet.readUInt32BE(4), ssrc: packet.readUInt32BE(8) }
}

/** Whether a packet carries any media: not only a header, extensions and padding. */
export function hasPayload(packet: Buffer): boolean {
  const first = packet[0] ?? 0
  let start = 12 + (first & 0x0f) * 4
  if ((first & 0x10) !== 0) {
    if (packet.length < start + 4) return false
    start += 4 + packet.readUInt16BE(start + 2) * 4
  }
  const padding = (first & 0x20) === 0 ? 0 : (packet[packet.length - 1] ?? 0)
  return packet.length - padding > start
}

/** Writes another stream's identity into a packet, in place. */
export function writeRtpHeader(packet: Buffer, header: RtpHeader): void {
  packet.writeUInt16BE(header.sequence, 2)
  packet.writeUInt32BE(header.timestamp, 4)
  packet.writeUInt32BE(header.ssrc, 8)
}

/**
 * Takes the 16-bit value of a one-byte header extension out of a packet, leaving padding; null when the packet does not
 * carry it. Left in, a viewer that publishes too would read the number as meant for it and send arrival feedback
 * instead of its bitrate estimate.
 */
export function readAndClearExtension16(packet: Buffer, id: number): number | null {
  const first = packet[0] ?? 0
  if ((first & 0x10) === 0) return null
  const start = 12 + (first & 0x0f) * 4
  if (packet.length < start + 4 || packet.readUInt16BE(start) !== 0xbede) return null
  const end = Math.min(packet.length, start + 4 + packet.readUInt16BE(start + 2) * 4)
  let at = start + 4
  while (at < end) {
    const head = packet[at] ?? 0
    if (head === 0) {
      at += 1
      continue
    }
    const bytes = (head & 0x0f) + 1
    if (head >> 4 === id && bytes === 2 && at + 3 <= end) {
      const value = packet.readUInt16BE(at + 1)
      packet.fill(0, at, at + 3)
      return value
    }
    at += 1 + bytes
  }
  return null
}

/** How far `to` lies after `from` on the 16-bit circle, negative when before. */
export function sequenceDistance(from: number, to: number): number {
  return ((to - from) << 16) >> 16
}
