/** The frames between two workers of one machine: a length of two bytes, a tag, the bytes. */

/** Every kind of frame. None has room for an address or a name of a person. */
export const TAGS = {
  /** First, from the worker that wants a room's streams: `Wanted` as JSON. */
  want: 1,
  /** A packet (RTP) or a sender report (RTCP) of the publisher, to the other worker. */
  audio: 2,
  video: 3,
  audioReport: 4,
  videoReport: 5,
  /** A keyframe request, to the owner's worker. */
  keyframe: 6,
  /** The bitrate estimates of the other worker's viewers, four bytes each, to the owner's worker. */
  links: 7,
  /** The small size of the video, to the other worker, while that worker needs it. */
  small: 8,
  smallReport: 9,
  /** Both to the owner's worker; the first with one byte, 1 or 0. */
  needSmall: 10,
  smallKeyframe: 11,
} as const
export type Tag = (typeof TAGS)[keyof typeof TAGS]

export interface Frame {
  tag: number
  bytes: Buffer
}

const HEADER_BYTES = 3
const BODY_MAX_BYTES = 0xffff - 1

/** The header that goes before `bytes`. */
export function frameHeader(tag: Tag, bytes: Buffer): Buffer {
  if (bytes.length > BODY_MAX_BYTES) throw new RangeError('a frame of this size does not exist')
  const header = Buffer.allocUnsafe(HEADER_BYTES)
  header.writeUInt16BE(bytes.length + 1, 0)
  header[2] = tag
  return header
}

/** Cuts a stream into its frames, wherever the pieces end. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0)

  /** The frames that are complete with this piece. */
  read(piece: Buffer): Frame[] {
    const bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece])
    const frames: Frame[] = []
    let at = 0
    while (at + HEADER_BYTES <= bytes.length) {
      const end = at + 2 + bytes.readUInt16BE(at)
      if (end > bytes.length) break
      frames.push({ tag: bytes[at + 2] ?? 0, bytes: bytes.subarray(at + HEADER_BYTES, end) })
      at = Math.max(end, at + HEADER_BYTES)
    }
    this.#rest = bytes.subarray(at)
    return frames
  }
}

/** Which streams a worker wants. */
export interface Wanted {
  room: string
  slot: string
}

export function readWanted(bytes: Buffer): Wanted | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    if (typeof value !== 'object' || value === null || !('room' in value) || !('slot' in value)) return null
    const { room, slot } = value
    return typeof room === 'string' && typeof slot === 'string' ? { room, slot } : null
  } catch {
    // Not JSON: the frame is none of ours.
    return null
  }
}

/** The links of viewers as a frame's bytes, in bits a second. */
export function writeLinks(links: readonly number[]): Buffer {
  const bytes = Buffer.alloc(links.length * 4)
  for (const [i, bps] of links.entries())
    bytes.writeUInt32BE(Math.max(0, Math.min(0xffffffff, Math.round(bps))), i * 4)
  return bytes
}

export function readLinks(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, i) => bytes.readUInt32BE(i * 4))
}
