/** Honest senders stay under their limit; half as much above it is not forwarded. */
const HEADROOM = 1.5
const AUDIO_BPS = 200_000
const BURST_SECONDS = 2

/**
 * Limits what one publisher can make the server send: otherwise every viewer would multiply the flood of a modified
 * client.
 */
export class InboundBudget {
  #bytesPerMs: number
  #maxBytes: number
  #bytes: number
  #refilledMs: number

  constructor(capBps: number, nowMs: number) {
    this.#bytesPerMs = (capBps * HEADROOM + AUDIO_BPS) / 8_000
    this.#maxBytes = this.#bytesPerMs * BURST_SECONDS * 1_000
    this.#bytes = this.#maxBytes
    this.#refilledMs = nowMs
  }

  /** Whether a packet of this size is within the budget, which it then uses. */
  spend(bytes: number, nowMs: number): boolean {
    this.#bytes = Math.min(this.#maxBytes, this.#bytes + (nowMs - this.#refilledMs) * this.#bytesPerMs)
    this.#refilledMs = nowMs
    if (this.#bytes < bytes) return false
    this.#bytes -= bytes
    return true
  }
}
