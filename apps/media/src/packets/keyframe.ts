/**
 * Where a keyframe begins in the video codecs that are offered (RFC 7741 for VP8, RFC 6184 for H.264), read with
 * bounds.
 */
import { H264, VP8 } from './sdp.ts'

/** Where the payload begins, behind header and extensions; beyond the end of a packet with false lengths. */
export function payloadStart(packet: Buffer): number {
  const first = packet[0] ?? 0
  const start = 12 + (first & 0x0f) * 4
  if ((first & 0x10) === 0) return start
  return packet.length < start + 4 ? packet.length : start + 4 + packet.readUInt16BE(start + 2) * 4
}

function isVp8Keyframe(packet: Buffer, from: number): boolean {
  const descriptor = packet[from] ?? 0
  // The start of the first partition, which alone says what frame it is.
  if ((descriptor & 0x17) !== 0x10) return false
  let at = from + 1
  if (descriptor & 0x80) {
    const extension = packet[at++] ?? 0
    if (extension & 0x80) at += (packet[at] ?? 0) & 0x80 ? 2 : 1
    if (extension & 0x40) at++
    if (extension & 0x30) at++
  }
  return at < packet.length && ((packet[at] ?? 1) & 1) === 0
}

const [IDR, SEQUENCE_PARAMETERS, SEVERAL, FRAGMENT] = [5, 7, 24, 28]

function isH264Keyframe(packet: Buffer, from: number): boolean {
  const type = (packet[from] ?? 0) & 0x1f
  if (type === IDR || type === SEQUENCE_PARAMETERS) return true
  if (type === SEVERAL) {
    const first = (packet[from + 3] ?? 0) & 0x1f
    return first === IDR || first === SEQUENCE_PARAMETERS
  }
  const fragment = packet[from + 1] ?? 0
  return type === FRAGMENT && (fragment & 0x80) !== 0 && (fragment & 0x1f) === IDR
}

/** Whether this RTP packet is the first of a keyframe: a decoder without an earlier frame can begin here. */
export function beginsKeyframe(packet: Buffer): boolean {
  const payloadType = (packet[1] ?? 0) & 0x7f
  const from = payloadStart(packet)
  if (from >= packet.length) return false
  if (payloadType === VP8.payloadType) return isVp8Keyframe(packet, from)
  return payloadType === H264.payloadType && isH264Keyframe(packet, from)
}
