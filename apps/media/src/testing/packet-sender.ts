import { randomInt } from 'node:crypto'
import type { Track } from 'node-datachannel'
import { createCounters } from '../counters.ts'
import { Sender } from '../native.ts'

const SEND_EVERY_MS = 20
/** Packets that are sent at once, so long after those before. */
export interface Burst {
  afterMs: number
  packets: number
  kind: 'audio' | 'video' | 'both'
}
/** What a modified page may send instead of sound and video; bursts are sent once, and nothing after them. */
export type ThinMedia = 'sound' | 'key frames' | readonly Burst[]
/** Just longer than the silence after which media counts as stalled. */
const KEY_FRAME_EVERY_MS = 2_080
/** As many as make stalled media flow again. */
const KEY_FRAME_PACKETS = 16
const SOUND_TICKS = 960
const FRAME_TICKS = 1_800
/**
 * A whole frame a packet, a key frame each: VP8's payload header, its frame tag, start code and size (RFC 7741, RFC
 * 6386).
 */
const KEY_FRAME = Buffer.from([0x10, 0x10, 0x02, 0x00, 0x9d, 0x01, 0x2a, 0x80, 0x02, 0x68, 0x01])
const HEADER_BYTES = 12
const PACKET_BYTES = 200
const MARKER = 0x80
/** A connection may end between two packets, which is no failure of the test. */
const COUNTERS = createCounters()

interface Sending {
  track: Track
  ssrc: number
  payloadType: number
  kind: 'audio' | 'video'
  /** The length of its packets. */
  bytes?: number
}

/** Sends made-up packets, one a track every 20 ms. */
export class PacketSender {
  #sending: (Required<Omit<Sending, 'track'>> & { sender: Sender; sequence: number; timestamp: number })[] =
    []
  /** The kind that is sent alone; null for both. */
  #only: Sending['kind'] | null = null
  #timer: NodeJS.Timeout | null = null

  add({ track, bytes = PACKET_BYTES, ...sending }: Sending): void {
    const sender = new Sender(track, COUNTERS)
    this.#sending.push({
      ...sending,
      bytes,
      sender,
      sequence: randomInt(0, 0x10000),
      timestamp: randomInt(0, 0xffffffff),
    })
  }

  start(): void {
    if (!this.#timer && this.#sending.length > 0) this.#timer = setInterval(() => this.#send(), SEND_EVERY_MS)
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }

  /** Sends from now on only on the tracks whose packets have this length. */
  keepOnly(bytes: number): void {
    this.#sending = this.#sending.filter(sending => sending.bytes === bytes)
  }

  /** Sends sound alone from now on, one key frame of many packets at a time, or bursts. */
  sendOnly(what: ThinMedia): void {
    this.stop()
    if (typeof what !== 'string') {
      this.#sendBursts(what)
      return
    }
    this.#only = what === 'sound' ? 'audio' : 'video'
    if (what === 'sound') this.start()
    else this.#startKeyFrames()
  }

  #sendBursts([burst, ...rest]: readonly Burst[]): void {
    if (!burst) return
    this.#timer = setTimeout(() => {
      this.#only = burst.kind === 'both' ? null : burst.kind
      for (let packet = 0; packet < burst.packets; packet++) this.#send()
      this.#sendBursts(rest)
    }, burst.afterMs)
  }

  #startKeyFrames(): void {
    this.#sendKeyFrame()
    this.#timer = setInterval(() => this.#sendKeyFrame(), KEY_FRAME_EVERY_MS)
  }

  #sendKeyFrame(): void {
    for (let packet = 0; packet < KEY_FRAME_PACKETS; packet++) this.#send()
  }

  #send(): void {
    for (const sending of this.#sending) {
      if ((this.#only ?? sending.kind) !== sending.kind) continue
      const isSound = sending.kind === 'audio'
      sending.timestamp = (sending.timestamp + (isSound ? SOUND_TICKS : FRAME_TICKS)) >>> 0
      const packet = Buffer.alloc(sending.bytes)
      packet[0] = 0x80
      packet[1] = isSound ? sending.payloadType : sending.payloadType | MARKER
      packet.writeUInt16BE(sending.sequence, 2)
      packet.writeUInt32BE(sending.timestamp, 4)
      packet.writeUInt32BE(sending.ssrc, 8)
      if (!isSound) KEY_FRAME.copy(packet, HEADER_BYTES)
      sending.sequence = (sending.sequence + 1) & 0xffff
      sending.sender.send(packet)
    }
  }
}
