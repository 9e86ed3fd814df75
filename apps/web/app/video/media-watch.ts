import type { VideoQuality } from './video-room.ts'

const SILENT_AFTER_MS = 2_500
const QUIET_AFTER_MS = 1_000
const POOR_LOSS = 0.05
/** Without a decoded frame for so long, although so many frames came, a browser shows nothing soon, */
const STUCK_AFTER_MS = 1_000
const STUCK_FRAMES = 5
/** and sooner shortly after a stall: packets of before the stall come late, and the browser expects more of that. */
const STUCK_AFTER_STALL_MS = 300
const AFTER_STALL_MS = 5_000

export interface ReceivedCounters {
  packets: number
  lost: number
  framesReceived: number
  framesDecoded: number
}

/** Judges one connection by the packets that it receives; a new connection gets a new watch. */
export class MediaWatch {
  #last: ReceivedCounters = { packets: 0, lost: 0, framesReceived: 0, framesDecoded: 0 }
  /** How many frames were received when one was decoded last, and when the first of the others was noticed. */
  #decoded: { received: number; behindSinceMs: number | null } = { received: 0, behindSinceMs: null }
  #lastPacketMs: number | null = null
  /** When packets came again after a time without. */
  #stallEndMs = Number.NEGATIVE_INFINITY
  #quality: VideoQuality = 'good'

  /**
   * Reads counters; `expected` says whether media should arrive. Answers 'heard' when packets arrived. 'silent' and
   * 'stuck', when frames arrive and none is decoded, say that the connection must be replaced.
   */
  handle(
    received: ReceivedCounters,
    expected: 'expected' | 'not-expected',
    nowMs: number,
  ): 'heard' | 'fine' | 'silent' | 'stuck' {
    const packets = received.packets - this.#last.packets
    const lost = Math.max(0, received.lost - this.#last.lost)
    if (packets > 0 && this.#lastPacketMs !== null && nowMs - this.#lastPacketMs > QUIET_AFTER_MS)
      this.#stallEndMs = nowMs
    const isStuck = this.#isStuck(received, nowMs)
    this.#last = received
    if (packets > 0 || (expected === 'not-expected' && this.#lastPacketMs !== null))
      this.#lastPacketMs = nowMs
    const quietMs = this.#lastPacketMs === null ? 0 : nowMs - this.#lastPacketMs
    if (quietMs > QUIET_AFTER_MS) this.#quality = 'lost'
    else if (packets > 0) this.#quality = lost / (packets + lost) > POOR_LOSS ? 'poor' : 'good'
    if (isStuck) return 'stuck'
    if (packets > 0) return 'heard'
    return quietMs > SILENT_AFTER_MS ? 'silent' : 'fine'
  }

  #isStuck({ framesReceived, framesDecoded }: ReceivedCounters, nowMs: number): boolean {
    const hasDecoded = framesDecoded !== this.#last.framesDecoded
    if (hasDecoded || framesReceived === this.#decoded.received)
      this.#decoded = { received: framesReceived, behindSinceMs: null }
    else this.#decoded.behindSinceMs ??= nowMs
    const { received, behindSinceMs } = this.#decoded
    if (behindSinceMs === null || framesReceived - received < STUCK_FRAMES) return false
    const isAfterStall = nowMs - this.#stallEndMs < AFTER_STALL_MS
    return nowMs - behindSinceMs >= (isAfterStall ? STUCK_AFTER_STALL_MS : STUCK_AFTER_MS)
  }

  /** Whether frames were received after the one that was decoded last. */
  get isBehind(): boolean {
    return this.#decoded.behindSinceMs !== null
  }

  get quality(): VideoQuality {
    return this.#quality
  }
}
