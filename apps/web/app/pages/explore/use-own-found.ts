import type { Page } from '@parley/contract'
import { PAGE_SIZE_DEFAULT } from '@parley/contract/constants'
import type { ExploreCard } from '@parley/contract/explore'
import { useEffect, useState } from 'react'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { useAuth } from '../../api/use-auth.ts'
import type { ExploreSearch } from '../../features/explore/explore-search.ts'

interface Found {
  count: number
  cards: readonly ExploreCard[]
}

/** `everybody`: it may have people whom a block parts from the reader. */
export type FoundFor = 'everybody' | 'reader'

interface Failed {
  userId: string
  path: string
  text: string
}

interface OwnFound extends Found {
  foundFor: FoundFor
  /** Why the reader's own results did not come; null while they may. */
  problem: string | null
  askAgain: () => void
}

/**
 * What the reader finds: the page is the same for everybody, and who is logged in asks for their own results after it,
 * without the people who blocked them or whom they blocked. Until those are here, the page shows no card to them.
 */
export function useOwnFound(search: ExploreSearch, ofEverybody: Found): OwnFound {
  // Of the login itself: after an outage it may stand although nobody could be asked whose it is.
  const userId = useAuth().data?.user_id
  const path = resultsPath(search)
  const [own, setOwn] = useState<(Found & { userId: string; path: string }) | null>(null)
  const [failed, setFailed] = useState<Failed | null>(null)
  const isThis = (about: { userId: string; path: string }) => about.userId === userId && about.path === path
  const problem = failed && isThis(failed) ? failed.text : null
  useEffect(() => {
    if (!userId || problem !== null) return
    const abort = new AbortController()
    api
      .get<Page<ExploreCard>>(path, { signal: abort.signal })
      .then(({ count, results }) => setOwn({ userId, path, count, cards: results }))
      .catch(error => {
        if (!abort.signal.aborted) setFailed({ userId, path, text: errorText(error) })
      })
    return () => abort.abort()
  }, [userId, path, problem])
  const found = own && isThis(own) ? { ...own, foundFor: 'reader' as const } : null
  const shown = found ?? { ...ofEverybody, foundFor: 'everybody' as const }
  return { ...shown, problem: found ? null : problem, askAgain: () => setFailed(null) }
}

function resultsPath({ q, kind, category, page }: ExploreSearch): string {
  const params = new URLSearchParams({ q, kind, page: String(page), page_size: String(PAGE_SIZE_DEFAULT) })
  if (category) params.set('category', category)
  return `/api/explore/?${params}`
}
