import { createHash } from 'node:crypto'
import type { ExploreQuery } from '@parley/contract'
import { profilesVersion } from '../profiles/public.ts'
import type { DiscoveryDeps } from './deps.ts'
import { explore } from './explore.ts'

/** Results in the cache; there are fewer pages without a search text. */
const KNOWN_MAX = 500

interface Known {
  profiles: string
  shown: string
}

/**
 * The version of a page of Explore: a text that changes when a card or the count changes. While no profile has changed,
 * one indexed read proves it; otherwise the results are read and compared, since most changes (a sold place, another
 * price on page nine) do not affect a page, and rendering one costs far more than reading it.
 */
export function createExploreVersion(deps: DiscoveryDeps): (query: ExploreQuery) => Promise<string> {
  const known = new Map<string, Known>()

  return async query => {
    const profiles = await profilesVersion(deps.db)
    const { kind, category = '', q, page, page_size } = query
    const key = JSON.stringify([kind, category, q, page, page_size])
    const before = known.get(key)
    if (before?.profiles === profiles) return before.shown
    const results = JSON.stringify(await explore(deps, query))
    const shown = createHash('sha256').update(results).digest('base64url')
    known.delete(key)
    known.set(key, { profiles, shown })
    const oldest = known.keys().next().value
    if (known.size > KNOWN_MAX && oldest !== undefined) known.delete(oldest)
    return shown
  }
}
