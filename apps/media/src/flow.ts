import { STALL_AFTER_MS } from './protocol.ts'

/**
 * The packets in a short time that make a flow: as few as can be, since somebody who joins waits for them; more after a
 * stall, because a packet now and then would buy two seconds of the other side's video each.
 */
const PACKETS_AT_FIRST = 2
const PACKETS_AFTER_STALL = 15

/** Whether one publisher's media flows, by its packets alone. */
export class Flow {
  #lastPacketMs = 0
  #inARow = 0
  #needed = PACKETS_AT_FIRST
  #live = false

  get isLive(): boolean {
    return this.#live
  }

  get lastPacketMs(): number {
    return this.#lastPacketMs
  }

  /** How long ago the last packet came while live, else null. */
  silentMs(nowMs: number): number | null {
    return this.#live ? Math.round(nowMs - this.#lastPacketMs) : null
  }

  /** Ends the flow: no more packets will come. */
  end(): void {
    this.#live = false
    this.#inARow = 0
  }

  /** Records a packet; returns 'live' if it makes the flow live. */
  note(nowMs: number): 'live' | null {
    if (nowMs - this.#lastPacketMs > STALL_AFTER_MS) this.#inARow = 0
    this.#lastPacketMs = nowMs
    this.#inARow++
    if (this.#live || this.#inARow < this.#needed) return null
    this.#live = true
    return 'live'
  }

  /** Returns the time since the last packet if the flow has just stalled, else null. */
  check(nowMs: number): number | null {
    const silentMs = nowMs - this.#lastPacketMs
    if (!this.#live || silentMs <= STALL_AFTER_MS) return null
    this.#live = false
    this.#needed = PACKETS_AFTER_STALL
    return Math.round(silentMs)
  }
}
