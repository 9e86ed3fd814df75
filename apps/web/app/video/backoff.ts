const FIRST_MS = 500
const MAX_MS = 4_000

/** Growing pauses between attempts, each somewhat random so that a crowd does not return at the same moment. */
export class Backoff {
  #attempts = 0
  #random: () => number

  constructor(random: () => number = Math.random) {
    this.#random = random
  }

  nextMs(): number {
    const ceiling = Math.min(MAX_MS, FIRST_MS * 2 ** this.#attempts)
    this.#attempts++
    return ceiling * (0.75 + this.#random() / 4)
  }

  reset(): void {
    this.#attempts = 0
  }
}
