import type { Clock } from '../../core/clock.ts'

/** For so long a page may show a count that no longer holds; the results of a page are always read. */
export const COUNT_KEPT_MS = 5_000
/** Searches in the cache; there are fewer without a search text. */
const KNOWN_MAX = 500

export interface Counted {
  count: number
  /** Whether the count was read for this call, and not for an earlier one. */
  isNew: boolean
}

/** Reads a count at most once in COUNT_KEPT_MS for each key; calls at the same time share one query. */
export function createKeptCounts(
  clock: Clock,
): (key: string, read: () => Promise<number>) => Promise<Counted> {
  const known = new Map<string, { untilMs: number; count: Promise<number> }>()

  return async (key, read) => {
    const nowMs = clock.now().getTime()
    const before = known.get(key)
    if (before && nowMs < before.untilMs) return { count: await before.count, isNew: false }
    // Drizzle's `$count` sends its query again at each await; a promise has one result.
    const count = (async () => read())()
    known.delete(key)
    known.set(key, { untilMs: nowMs + COUNT_KEPT_MS, count })
    const oldest = known.keys().next().value
    if (known.size > KNOWN_MAX && oldest !== undefined) known.delete(oldest)
    // A failure is not kept: the next call reads again.
    count.catch(() => known.get(key)?.count === count && known.delete(key))
    return { count: await count, isNew: true }
  }
}
