import { onTestFinished, vi } from 'vitest'

/** Above any wait of a test: a held timer ends when the test releases it, or does not end. */
const NEVER_MS = 2 ** 30

export interface HeldTimers {
  /** How many wait. */
  count(): number
  /** Ends all that wait, as if their time had passed. */
  release(): void
}

/**
 * From now to the end of the running test, timers of exactly this length wait until the test releases them; all others
 * run as they do. So a test counts what comes within an interval, whatever time the machine takes.
 */
export function holdTimers(lengthMs: number): HeldTimers {
  const held = new Map<NodeJS.Timeout, () => void>()
  const { setTimeout: set, clearTimeout: clear } = globalThis
  const hold = (run: (...facts: unknown[]) => void, afterMs?: number, ...facts: unknown[]) => {
    if (afterMs !== lengthMs) return set(run, afterMs, ...facts)
    const handle = set(() => undefined, NEVER_MS).unref()
    held.set(handle, () => run(...facts))
    return handle
  }
  const release = () => {
    const waiting = [...held]
    held.clear()
    for (const [handle, run] of waiting) {
      clear(handle)
      run()
    }
  }
  const spies = [
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(hold as unknown as typeof setTimeout),
    vi.spyOn(globalThis, 'clearTimeout').mockImplementation(handle => {
      if (handle instanceof Object) held.delete(handle as NodeJS.Timeout)
      clear(handle)
    }),
  ]
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
    release()
  })
  return { count: () => held.size, release }
}
