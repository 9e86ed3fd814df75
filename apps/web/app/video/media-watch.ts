import type { VideoQuality } from './video-room.ts'

const SILENT_AFTER_MS = 2_500
const QUIET_AFTER_MS = 1_000
const POOR_LOSS = 0.05

export interface ReceivedCounters {
  packets: number
  lost: number
}

/** Judges one connection by the packets that it receives; a new connection gets a new watch. */
export class MediaWatch {
  #last: ReceivedCounters = { packets: 0, lost: 0 }
  #lastPacketMs: number | null = null
  #quality: VideoQuality = 'good'

  /**
   * Reads counters; `expected` says whether media should arrive. Answers 'heard' when packets arrived, 'silent' when
   * the connection must be replaced.
   */
  handle(
    received: ReceivedCounters,
    expected: 'expected' | 'not-expected',
    nowMs: number,
  ): 'heard' | 'fine' | 'silent' {
    const packets = received.packets - this.#last.packets
    const lost = Math.max(0, received.lost - this.#last.lost)
    this.#last = received
    if (packets > 0 || (expected === 'not-expected' && this.#lastPacketMs !== null))
      this.#lastPacketMs = nowMs
    const quietMs = this.#lastPacketMs === null ? 0 : nowMs - this.#lastPacketMs
    if (quietMs > QUIET_AFTER_MS) this.#quality = 'lost'
    else if (packets > 0) this.#quality = lost / (packets + lost) > POOR_LOSS ? 'poor' : 'good'
    if (packets > 0) return 'heard'
    return quietMs > SILENT_AFTER_MS ? 'silent' : 'fine'
  }

  get quality(): VideoQuality {
    return this.#quality
  }
}
