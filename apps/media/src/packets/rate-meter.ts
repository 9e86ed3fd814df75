const STEP_MS = 100
const STEPS = 10

/** How much came in the last second. */
export class RateMeter {
  #bytes = new Float64Array(STEPS)
  #step = 0

  note(bytes: number, nowMs: number): void {
    this.#moveTo(nowMs)
    const at = this.#step % STEPS
    this.#bytes[at] = (this.#bytes[at] ?? 0) + bytes
  }

  /** Bits a second. */
  bps(nowMs: number): number {
    this.#moveTo(nowMs)
    return this.#bytes.reduce((sum, bytes) => sum + bytes, 0) * 8
  }

  #moveTo(nowMs: number): void {
    const step = Math.floor(nowMs / STEP_MS)
    if (step - this.#step >= STEPS) this.#bytes.fill(0)
    else for (let passed = this.#step + 1; passed <= step; passed++) this.#bytes[passed % STEPS] = 0
    this.#step = Math.max(step, this.#step)
  }
}
