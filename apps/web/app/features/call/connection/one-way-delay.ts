/** Enough for half a minute of a call. */
const KEPT = 6
const DELAY_MAX_MS = 500

/** How long the server's word is on its way here, by the round trips of the media: half of the shortest, since waiting only adds. */
export class OneWayDelay {
  #roundTripsMs: number[] = []

  note(roundTripMs: number): void {
    this.#roundTripsMs.push(roundTripMs)
    if (this.#roundTripsMs.length > KEPT) this.#roundTripsMs.shift()
  }

  /** 0 while nothing is known of it. */
  get oneWayMs(): number {
    return this.#roundTripsMs.length === 0 ? 0 : Math.min(DELAY_MAX_MS, Math.min(...this.#roundTripsMs) / 2)
  }
}
