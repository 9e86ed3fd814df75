/** Longer than a page may be away: who is still noted by then is in a room that nobody polls any more. */
const KEPT_MS = 60_000

/** People whose page is not there, and since when: a page that reloads is away for a moment. */
export class Absences {
  /** By `performance.now()`; who has been away for longest is first. */
  #sinceMs = new Map<string, number>()

  /** Whether somebody is there, or was less than `withinMs` ago. */
  isThere(key: string, isHere: boolean, withinMs: number): boolean {
    this.#removeOld()
    if (isHere) {
      this.#sinceMs.delete(key)
      return true
    }
    const sinceMs = this.#sinceMs.get(key) ?? performance.now()
    this.#sinceMs.set(key, sinceMs)
    const mayComeBack = performance.now() - sinceMs < withinMs
    if (!mayComeBack) this.#sinceMs.delete(key)
    return mayComeBack
  }

  /** A room that everybody left is polled no more, so nothing else removes whom it noted. */
  #removeOld(): void {
    for (const [key, sinceMs] of this.#sinceMs) {
      if (performance.now() - sinceMs < KEPT_MS) return
      this.#sinceMs.delete(key)
    }
  }
}
