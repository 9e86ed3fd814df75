import { createHash } from 'node:crypto'
import type { ExploreQuery } from '@parley/contract'
import { profilesVersion } from '../profiles/public.ts'
import type { DiscoveryDeps } from './deps.ts'
import type { createExplore } from './explore.ts'
import { COUNT_KEPT_MS } from './kept-counts.ts'

/** Results in the cache; there are fewer pages without a search text. */
const KNOWN_MAX = 500

/** How long a page may show a next free time that was sold, or has passed, in the meantime. */
const TIMES_KEPT_MS = 60_000

interface Known {
  profiles: string
  shown: string
  /** From then on the results are read again. */
  untilMs: number
}

/**
 * The version of a page of Explore: a text that changes when a card or the count changes. While no profile has changed,
 * one indexed read proves it; otherwise the results are read and compared, since most changes (a sold place, another
 * price on page nine) do not affect a page, and rendering one costs far more than reading it. A count that was kept
 * from before the change holds for some seconds only, and so does a version with such a count. A next free time changes
 * without a profile, so results are also read again each minute.
 */
export function createExploreVersion(
  { db, clock }: DiscoveryDeps,
  explore: ReturnType<typeof createExplore>,
): (query: ExploreQuery) => Promise<string> {
  const known = new Map<string, Known>()

  return async query => {
    const profiles = await profilesVersion(db)
    const { kind, category = '', q, page, page_size } = query
    const key = JSON.stringify([kind, category, q, page, page_size])
    const before = known.get(key)
    const nowMs = clock.now().getTime()
    if (before?.profiles === profiles && nowMs < before.untilMs) return before.shown
    const { isCountKept, ...results } = await explore(query)
    const shown = createHash('sha256').update(JSON.stringify(results)).digest('base64url')
    known.delete(key)
    known.set(key, { profiles, shown, untilMs: nowMs + (isCountKept ? COUNT_KEPT_MS : TIMES_KEPT_MS) })
    const oldest = known.keys().next().value
    if (known.size > KNOWN_MAX && oldest !== undefined) known.delete(oldest)
    return shown
  }
}
