/** The interval of reports about the media from each publisher. */
export const RECEIVED_EVERY_MS = 10_000

/** Counts the media from one publisher, for a report every `RECEIVED_EVERY_MS`. */
export class Received {
  #packets = 0
  #bytes = 0
  #reportedMs: number

  constructor(nowMs: number) {
    this.#reportedMs = nowMs
  }

  note(bytes: number): void {
    this.#packets++
    this.#bytes += bytes
  }

  /** The counts since the last report; null if it is too early, or nothing arrived. */
  next(nowMs: number): { packets: number; bytes: number } | null {
    if (nowMs - this.#reportedMs < RECEIVED_EVERY_MS) return null
    this.#reportedMs = nowMs
    return this.rest()
  }

  /** The last counts of a publisher who leaves; null if nothing arrived. */
  rest(): { packets: number; bytes: number } | null {
    const taken = { packets: this.#packets, bytes: this.#bytes }
    this.#packets = 0
    this.#bytes = 0
    return taken.packets === 0 ? null : taken
  }
}
