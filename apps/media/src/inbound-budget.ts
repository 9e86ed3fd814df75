/** Honest senders stay under their limit; half as much above it is not forwarded. */
const HEADROOM = 1.5
const AUDIO_BPS = 200_000
const BURST_SECONDS = 2
/** A small packet takes as much time as a large one, and so it counts as one of this size at least. */
const COUNTED_BYTES_MIN = 100
/** Feedback of 100 bytes every 20 ms is a sixth of this. */
const FEEDBACK_BYTES_PER_MS = 30
const FEEDBACK_BURST_BYTES = 60_000

/** A budget of bytes that is filled as time passes. */
class Budget {
  #bytesPerMs: number
  #maxBytes: number
  #bytes: number
  #refilledMs: number

  constructor({ bytesPerMs, maxBytes }: { bytesPerMs: number; maxBytes: number }, nowMs: number) {
    this.#bytesPerMs = bytesPerMs
    this.#maxBytes = maxBytes
    this.#bytes = maxBytes
    this.#refilledMs = nowMs
  }

  /** Whether a packet of this size is within the budget, which it then uses. */
  spend(bytes: number, nowMs: number): boolean {
    this.#bytes = Math.min(this.#maxBytes, this.#bytes + (nowMs - this.#refilledMs) * this.#bytesPerMs)
    this.#refilledMs = nowMs
    const counted = Math.max(bytes, COUNTED_BYTES_MIN)
    if (this.#bytes < counted) return false
    this.#bytes -= counted
    return true
  }
}

/**
 * Limits what one publisher can make the server send: otherwise every viewer would multiply the flood of a modified
 * client.
 */
export class InboundBudget extends Budget {
  constructor(capBps: number, nowMs: number) {
    const bytesPerMs = (capBps * HEADROOM + AUDIO_BPS) / 8_000
    super({ bytesPerMs, maxBytes: bytesPerMs * BURST_SECONDS * 1_000 }, nowMs)
  }
}

/**
 * Limits the feedback of one viewer: one packet can request thousands, and each is looked for. Attack: a viewer who
 * slows all rooms of this process in this way.
 */
export class FeedbackBudget extends Budget {
  constructor(nowMs: number) {
    super({ bytesPerMs: FEEDBACK_BYTES_PER_MS, maxBytes: FEEDBACK_BURST_BYTES }, nowMs)
  }
}
