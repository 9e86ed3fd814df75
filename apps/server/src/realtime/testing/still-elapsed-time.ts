import { onTestFinished, vi } from 'vitest'

/**
 * From now to the end of the running test `performance.now()` stands still, except where the test moves it: an
 * allowance that fills as time passes does not fill on a machine that is slow. Timers run as they do.
 */
export function stillElapsedTime(): { advance(ms: number): void } {
  let nowMs = performance.now()
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  onTestFinished(() => spy.mockRestore())
  return {
    advance(ms) {
      nowMs += ms
    },
  }
}
