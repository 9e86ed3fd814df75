import { STALL_AFTER_MS } from './protocol.ts'

/** So many packets make a flow: a single packet sent now and then would otherwise buy two seconds of the other side's video each. */
const PACKETS_TO_GO_LIVE = 15

/** Whether one publisher's media flows, by its packets alone. */
export class Flow {
  #lastPacketMs = 0
  #sinceStall = 0
  #live = false

  get isLive(): boolean {
    return this.#live
  }

  /** How long ago the last packet came while live, else null. */
  silentMs(nowMs: number): number | null {
    return this.#live ? Math.round(nowMs - this.#lastPacketMs) : null
  }

  /** Notes a packet; answers 'live' when it makes the flow live. */
  note(nowMs: number): 'live' | null {
    if (nowMs - this.#lastPacketMs > STALL_AFTER_MS) this.#sinceStall = 0
    this.#lastPacketMs = nowMs
    this.#sinceStall++
    if (this.#live || this.#sinceStall < PACKETS_TO_GO_LIVE) return null
    this.#live = true
    return 'live'
  }

  /** Answers how long ago the last packet came when the flow has just stalled, else null. */
  check(nowMs: number): number | null {
    const silentMs = nowMs - this.#lastPacketMs
    if (!this.#live || silentMs <= STALL_AFTER_MS) return null
    this.#live = false
    this.#sinceStall = 0
    return Math.round(silentMs)
  }
}
