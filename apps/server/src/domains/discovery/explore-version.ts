import { createHash } from 'node:crypto'
import type { ExploreQuery } from '@parley/contract'
import { profilesVersion } from '../profiles/public.ts'
import type { DiscoveryDeps } from './deps.ts'
import { explore } from './explore.ts'

/** Results that are remembered; there are fewer pages without words. */
const KNOWN_MAX = 500

interface Known {
  profiles: string
  shown: string
}

/**
 * What a page of Explore shows, as a text: another one once a card or the count changes. While no profile shows anything else
 * it is known by one indexed read; otherwise the results are read and compared, since most changes (a place that was
 * sold, another price on page nine) leave a page as it is, and rendering one costs far more than reading it.
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
