import type { HitCounts } from './rate-limits.ts'

/** More keys than this are not held: the oldest are forgotten, so that a flood of addresses cannot fill the memory. */
const KEYS_MAX = 20_000

/** Counts calls in this process's memory. */
export function countHitsHere(): HitCounts {
  const windows = new Map<string, { hits: number; endsAtMs: number }>()
  return {
    async hit(key, windowMs) {
      const nowMs = performance.now()
      const found = windows.get(key)
      if (found && found.endsAtMs > nowMs) {
        found.hits++
        return { current: found.hits, ttl: found.endsAtMs - nowMs }
      }
      windows.delete(key)
      windows.set(key, { hits: 1, endsAtMs: nowMs + windowMs })
      if (windows.size > KEYS_MAX) windows.delete(windows.keys().next().value ?? key)
      return { current: 1, ttl: windowMs }
    },
    async reset(key) {
      windows.delete(key)
    },
  }
}
