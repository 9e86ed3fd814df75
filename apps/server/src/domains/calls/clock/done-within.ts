import { setTimeout as delay } from 'node:timers/promises'

/** Resolves when the work is done, or after so long without it; rejects as the work does. */
export async function doneWithin(ms: number, work: Promise<unknown>): Promise<void> {
  const patience = new AbortController()
  // It rejects when it is ended early, which is no failure.
  const enough = delay(ms, undefined, { signal: patience.signal }).catch(() => undefined)
  try {
    await Promise.race([work, enough])
  } finally {
    patience.abort()
  }
}
