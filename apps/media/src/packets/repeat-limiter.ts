const SHARE_OF_BITRATE = 0.25
const BURST_BYTES = 15_000
const MEMORY_PACKETS = 2_048

/** Limits the repeats for one viewer: without a limit they fill a slow link and freeze it for ever. */
export class RepeatLimiter {
  #tokensBytes = BURST_BYTES
  #refilledMs = 0
  #sentMs = new Map<number, number>()

  /** Whether to repeat now; `linkBps` is what the viewer's link is believed to take. */
  allow(
    packet: { sequence: number; bytes: number },
    link: { bps: number; roundTripMs: number },
    nowMs: number,
  ): boolean {
    const earned = ((nowMs - this.#refilledMs) / 1000) * (link.bps / 8) * SHARE_OF_BITRATE
    this.#tokensBytes = Math.min(BURST_BYTES, this.#tokensBytes + Math.max(0, earned))
    this.#refilledMs = nowMs
    const sentMs = this.#sentMs.get(packet.sequence)
    if (sentMs !== undefined && nowMs - sentMs < 0.8 * link.roundTripMs) return false
    if (this.#tokensBytes < packet.bytes) return false
    this.#tokensBytes -= packet.bytes
    this.#remember(packet.sequence, nowMs)
    return true
  }

  #remember(sequence: number, nowMs: number): void {
    this.#sentMs.delete(sequence)
    this.#sentMs.set(sequence, nowMs)
    if (this.#sentMs.size <= MEMORY_PACKETS) return
    const oldest = this.#sentMs.keys().next()
    if (!oldest.done) this.#sentMs.delete(oldest.value)
  }
}
