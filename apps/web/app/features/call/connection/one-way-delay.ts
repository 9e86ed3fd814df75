/** Enough for half a minute of a call. */
const KEPT = 6
const DELAY_MAX_MS = 500

/**
 * The travel time of a message of the server, from the round trips of the media: half of the shortest, because delays
 * only add.
 */
export class OneWayDelay {
  #roundTripsMs: number[] = []

  note(roundTripMs: number): void {
    this.#roundTripsMs.push(roundTripMs)
    if (this.#roundTripsMs.length > KEPT) this.#roundTripsMs.shift()
  }

  /** 0 while it is unknown. */
  get oneWayMs(): number {
    return this.#roundTripsMs.length === 0 ? 0 : Math.min(DELAY_MAX_MS, Math.min(...this.#roundTripsMs) / 2)
  }
}
