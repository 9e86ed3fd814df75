/** How often it is told what arrived of each publisher. */
export const RECEIVED_EVERY_MS = 10_000

/** Counts what arrives of one publisher, to be told every `RECEIVED_EVERY_MS`. */
export class Received {
  #packets = 0
  #bytes = 0
  #toldMs: number

  constructor(nowMs: number) {
    this.#toldMs = nowMs
  }

  note(bytes: number): void {
    this.#packets++
    this.#bytes += bytes
  }

  /** What came since it was last told; null while it is not yet time, or where nothing came. */
  take(nowMs: number): { packets: number; bytes: number } | null {
    if (nowMs - this.#toldMs < RECEIVED_EVERY_MS) return null
    this.#toldMs = nowMs
    return this.rest()
  }

  /** What came since it was last told, of one who leaves; null where nothing came. */
  rest(): { packets: number; bytes: number } | null {
    const taken = { packets: this.#packets, bytes: this.#bytes }
    this.#packets = 0
    this.#bytes = 0
    return taken.packets === 0 ? null : taken
  }
}
