/**
 * The application's time, and while a report is handled the time at which it was made: a report waits unread while this
 * process stands still.
 */
export class ReportTime {
  #now: () => number
  #waitedMs = 0

  constructor(now: () => number) {
    this.#now = now
  }

  readonly now = (): number => this.#now() - this.#waitedMs

  /** Handles a report that waited for so long. */
  handle(waitedMs: number, work: () => void): void {
    this.#waitedMs = waitedMs
    try {
      work()
    } finally {
      this.#waitedMs = 0
    }
  }
}
