/** This process calls several times in this time, unless it stands still. */
const STOOD_STILL_MS = 250
/** After a standstill this process needs so long to read the packets that waited. */
const CATCH_UP_MS = 100

/**
 * Whether the packets that are read now may have waited while this process stood still: when they came nobody knows, so
 * they do not prove that their sender still sends.
 */
export class Arrivals {
  #calledMs = Number.POSITIVE_INFINITY
  #waitedUntilMs = Number.NEGATIVE_INFINITY

  /** Call it at each tick and for each packet. */
  mayHaveWaited(nowMs: number): boolean {
    if (nowMs - this.#calledMs > STOOD_STILL_MS) this.#waitedUntilMs = nowMs + CATCH_UP_MS
    this.#calledMs = nowMs
    return nowMs < this.#waitedUntilMs
  }
}
