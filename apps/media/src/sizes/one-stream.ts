import { movePictureNumbers, readPictureNumbers } from '../packets/picture-id.ts'
import { type RtpHeader, readRtpHeader, sequenceDistance, writeRtpHeader } from '../packets/rtp.ts'
import { ABS_SEND_TIME_ID } from '../packets/sdp.ts'

const TICKS_PER_MS = 90
/** More than this between what the reports say and what the clock says, and the reports are not believed. */
const REPORTS_WITHIN_TICKS = TICKS_PER_MS * 1_000
/** Packets of so many past stretches can be repeated; during a probe of a link each frame is one stretch. */
const STRETCHES_KEPT = 128
/** More packets than repeats are made from. */
const LONG_STRETCH = 4_096
const [HEADER_BYTES, EXTENSION_BYTES, PADDING_BYTES] = [12, 8, 255]
const [HAS_PADDING, HAS_EXTENSION, MARKER] = [0x20, 0x10, 0x80]

/** When a source's clock showed what, by its publisher's last sender report. */
export interface ClockReading {
  ntpMs: number
  timestamp: number
}

/** A source whose packets go into the stream. */
export interface Fed {
  readonly clock: ClockReading | null
}

interface Stretch<S> {
  source: S
  fromSource: number
  fromOut: number
  /** How many packets of the source have a place in it; null while it continues. */
  length: number | null
  timestampOffset: number
  picture: number
  layer: number
}

/**
 * One viewer's video from the packets of several sources, one after the other: one SSRC, one sequence, one clock, one
 * picture id.
 */
export class OneStream<S extends Fed> {
  readonly #ssrc: number
  #stretches: Stretch<S>[] = []
  /** The newest packet that was sent, as it was sent. */
  #last: { header: RtpHeader; packet: Buffer; atMs: number } | null = null
  #newestSource = 0

  constructor(ssrc: number) {
    this.#ssrc = ssrc
  }

  get #stretch(): Stretch<S> | undefined {
    return this.#stretches.at(-1)
  }

  /** Continues with this source from this packet, which begins a keyframe. */
  begin(source: S, packet: Buffer, nowMs: number): void {
    const header = readRtpHeader(packet)
    if (!header) return
    const [last, before] = [this.#last, this.#stretch]
    const fromOut = last ? (last.header.sequence + 1) & 0xffff : header.sequence
    const stretch = { source, fromSource: header.sequence, fromOut, length: null }
    if (!last || !before) {
      this.#open({ ...stretch, timestampOffset: 0, picture: 0, layer: 0 })
      return
    }
    const [sent, next] = [readPictureNumbers(last.packet), readPictureNumbers(packet)]
    this.#open({
      ...stretch,
      timestampOffset: this.#timestampOf({ source, header }, before, nowMs) - header.timestamp,
      picture: sent && next ? sent.picture.value + 1 - next.picture.value : 0,
      layer: sent?.layer && next?.layer ? sent.layer.value + 1 - next.layer.value : 0,
    })
  }

  #open(stretch: Stretch<S>): void {
    const before = this.#stretch
    if (before) before.length ??= (stretch.fromOut - before.fromOut) & 0xffff
    this.#newestSource = (stretch.fromSource - 1) & 0xffff
    this.#stretches.push(stretch)
    if (this.#stretches.length > STRETCHES_KEPT) this.#stretches.shift()
  }

  /**
   * Both publishers' clocks by their sender reports; where one has not come, or what they say cannot be, by the time
   * that passed.
   */
  #timestampOf(next: { source: S; header: RtpHeader }, before: Stretch<S>, nowMs: number): number {
    const { header, atMs } = this.#last ?? { header: next.header, atMs: nowMs }
    const byTime = header.timestamp + Math.max(1, Math.round((nowMs - atMs) * TICKS_PER_MS))
    const [from, to] = [before.source.clock, next.source.clock]
    if (!from || !to) return byTime
    const sentAtMs = to.ntpMs + ((next.header.timestamp - to.timestamp) | 0) / TICKS_PER_MS
    const byReports =
      from.timestamp + Math.round((sentAtMs - from.ntpMs) * TICKS_PER_MS) + before.timestampOffset
    const isAfter = ((byReports - header.timestamp) | 0) > 0
    return isAfter && Math.abs((byReports - byTime) | 0) <= REPORTS_WITHIN_TICKS ? byReports : byTime
  }

  /**
   * The packet of the present source as the viewer is sent it, null when it has no place any more. It may be the same
   * buffer.
   */
  place(packet: Buffer, nowMs: number): Buffer | null {
    const inbound = readRtpHeader(packet)
    const stretch = inbound && this.#stretchOf(inbound.sequence)
    if (!inbound || !stretch) return null
    const header = this.#moved(inbound, stretch)
    const sent = this.#written(packet, { inbound, header }, stretch)
    if (sequenceDistance(this.#newestSource, inbound.sequence) > 0) {
      this.#newestSource = inbound.sequence
      this.#last = { header, packet: sent, atMs: nowMs }
      this.#moveOn(stretch)
    }
    return sent
  }

  /**
   * Keeps the beginning of a long stretch near: on the circle of sequence numbers the far past looks like the future.
   */
  #moveOn(stretch: Stretch<S>): void {
    if (sequenceDistance(stretch.fromSource, this.#newestSource) < 2 * LONG_STRETCH) return
    stretch.fromSource = (stretch.fromSource + LONG_STRETCH) & 0xffff
    stretch.fromOut = (stretch.fromOut + LONG_STRETCH) & 0xffff
    this.#stretches = [stretch]
  }

  /** Of the present source's stretches the one that this sequence number of the source belongs to. */
  #stretchOf(sequence: number): Stretch<S> | null {
    const present = this.#stretch?.source
    for (let i = this.#stretches.length - 1; i >= 0; i--) {
      const stretch = this.#stretches[i]
      if (!stretch || stretch.source !== present) return null
      const at = sequenceDistance(stretch.fromSource, sequence)
      if (at >= 0) return stretch.length === null || at < stretch.length ? stretch : null
    }
    return null
  }

  #moved(inbound: RtpHeader, { fromSource, fromOut, timestampOffset }: Stretch<S>): RtpHeader {
    const sequence = (fromOut + sequenceDistance(fromSource, inbound.sequence)) & 0xffff
    return { sequence, timestamp: (inbound.timestamp + timestampOffset) >>> 0, ssrc: this.#ssrc }
  }

  #written(
    packet: Buffer,
    { inbound, header }: { inbound: RtpHeader; header: RtpHeader },
    { picture, layer }: Stretch<S>,
  ): Buffer {
    const isSame = inbound.sequence === header.sequence && inbound.timestamp === header.timestamp
    if (isSame && inbound.ssrc === header.ssrc && picture === 0 && layer === 0) return packet
    const copy = Buffer.from(packet) // Others are sent the same packet under other numbers.
    writeRtpHeader(copy, header)
    if (picture !== 0 || layer !== 0) movePictureNumbers(copy, { picture, layer })
    return copy
  }

  /** Where a packet of the stream came from; null when it was padding or is too long ago. */
  find(sequence: number): { source: S; sequence: number; write(packet: Buffer): Buffer | null } | null {
    for (let i = this.#stretches.length - 1; i >= 0; i--) {
      const stretch = this.#stretches[i]
      if (!stretch) return null
      const at = sequenceDistance(stretch.fromOut, sequence)
      if (at < 0) continue
      if (stretch.length !== null && at >= stretch.length) return null
      const write = (packet: Buffer) => {
        const inbound = readRtpHeader(packet)
        return inbound && this.#written(packet, { inbound, header: this.#moved(inbound, stretch) }, stretch)
      }
      return { source: stretch.source, sequence: (stretch.fromSource + at) & 0xffff, write }
    }
    return null
  }

  /** How far the clock of the present source is from the stream's. */
  get timestampOffset(): number {
    return this.#stretch?.timestampOffset ?? 0
  }

  /** Whether the newest packet sent ends a frame: only there has padding a place. */
  get isBetweenFrames(): boolean {
    return this.#last !== null && ((this.#last.packet[1] ?? 0) & MARKER) !== 0
  }

  /**
   * Packets of padding alone, of the size in bytes at most, as if the publisher had sent them with the newest packet.
   */
  padding(bytes: number): Buffer[] {
    const [last, present] = [this.#last, this.#stretch]
    if (!last || !present || !this.isBetweenFrames) return []
    const size = HEADER_BYTES + EXTENSION_BYTES + PADDING_BYTES
    const count = Math.floor(bytes / size)
    if (count === 0) return []
    const sendTime = readSendTime(last.packet)
    const packets = Array.from({ length: count }, (_, i) => {
      const packet = Buffer.alloc(size)
      packet[0] = 0x80 | HAS_PADDING | HAS_EXTENSION
      packet[1] = (last.packet[1] ?? 0) & 0x7f
      writeRtpHeader(packet, { ...last.header, sequence: (last.header.sequence + 1 + i) & 0xffff })
      packet.writeUInt32BE(0xbede0001, HEADER_BYTES)
      packet[HEADER_BYTES + 4] = (ABS_SEND_TIME_ID << 4) | 2
      packet.writeUIntBE(sendTime ?? 0, HEADER_BYTES + 5, 3)
      packet[size - 1] = PADDING_BYTES
      return packet
    })
    const sequence = (last.header.sequence + count) & 0xffff
    present.length = sequenceDistance(present.fromOut, last.header.sequence) + 1
    this.#last = { ...last, header: { ...last.header, sequence } }
    const newest = this.#newestSource
    this.#open({
      ...present,
      fromSource: (newest + 1) & 0xffff,
      fromOut: (sequence + 1) & 0xffff,
      length: null,
    })
    return packets
  }
}

/** When the publisher sent a packet, by its header extension of 24 bits; null where it carries none. */
function readSendTime(packet: Buffer): number | null {
  const start = HEADER_BYTES + ((packet[0] ?? 0) & 0x0f) * 4
  if (((packet[0] ?? 0) & HAS_EXTENSION) === 0 || packet.length < start + 4) return null
  if (packet.readUInt16BE(start) !== 0xbede) return null
  const end = Math.min(packet.length, start + 4 + packet.readUInt16BE(start + 2) * 4)
  for (let at = start + 4; at < end; ) {
    const head = packet[at] ?? 0
    const bytes = head === 0 ? 0 : (head & 0x0f) + 1
    if (head >> 4 === ABS_SEND_TIME_ID && bytes === 3 && at + 4 <= end) return packet.readUIntBE(at + 1, 3)
    at += 1 + bytes
  }
  return null
}
