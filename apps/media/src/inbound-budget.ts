/** Honest senders stay under the cap they are told; what goes beyond by half is not forwarded. */
const HEADROOM = 1.5
const AUDIO_BPS = 200_000
const BURST_SECONDS = 2

/** Bounds what one publisher can make the server send: a modified client could otherwise have a flood multiplied by every viewer. */
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
