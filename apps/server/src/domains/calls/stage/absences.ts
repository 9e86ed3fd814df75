/** People whose page is not there, and since when: a page that reloads is away for a moment. */
export class Absences {
  /** By `performance.now()`. */
  #sinceMs = new Map<string, number>()

  /** Whether somebody is there, or was less than `withinMs` ago. */
  isThere(key: string, isHere: boolean, withinMs: number): boolean {
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
}
