/** How long a page could not answer its user, computed from its long tasks as Lighthouse does. */

/** A task of the main thread, by the page's clock. */
export interface Task {
  startMs: number
  durationMs: number
}

/** What a task may take before a user notices it. */
const UNNOTICED_MS = 50

/**
 * The total blocking time: what each task between two moments takes over 50 ms. Of a task that began before or ended
 * after them, only the part between them counts.
 */
export function totalBlockingMs(tasks: readonly Task[], fromMs: number, untilMs: number): number {
  let blockingMs = 0
  for (const { startMs, durationMs } of tasks) {
    const betweenMs = Math.min(startMs + durationMs, untilMs) - Math.max(startMs, fromMs)
    blockingMs += Math.max(0, betweenMs - UNNOTICED_MS)
  }
  return blockingMs
}
