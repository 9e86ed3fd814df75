const MIN_SPACING_MS = 400

/** Spaces keyframe requests; an early one is stored until it is due, and never dropped. */
export class KeyframePolicy {
  #lastMs = Number.NEGATIVE_INFINITY
  #wanted = false

  want(): void {
    this.#wanted = true
  }

  /** A keyframe began to arrive: everybody who waited for one gets it. */
  satisfy(): void {
    this.#wanted = false
  }

  /** True once a kept request may go out; the caller then must send it. */
  claim(nowMs: number): boolean {
    if (!this.#wanted || nowMs - this.#lastMs < MIN_SPACING_MS) return false
    this.#wanted = false
    this.#lastMs = nowMs
    return true
  }
}
