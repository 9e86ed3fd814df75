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

/** `everybody`: the results may contain people whom a block separates from the reader. */
export type FoundFor = 'everybody' | 'reader'

interface Failed {
  userId: string
  path: string
  text: string
}

interface OwnFound extends Found {
  foundFor: FoundFor
  /** Why the reader's own results failed to load; null while they may still load. */
  problem: string | null
  refetch: () => void
}

/**
 * The reader's results. The page is the same for everybody; then a logged-in person's browser requests their own
 * results, without the people who blocked them or whom they blocked. Until those are loaded, the page shows no card to
 * them.
 */
export function useOwnFound(search: ExploreSearch, ofEverybody: Found): OwnFound {
  // The user id of the stored login: after a network failure a login may exist although the server could not confirm
  // it.
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
  return { ...shown, problem: found ? null : problem, refetch: () => setFailed(null) }
}

function resultsPath({ q, kind, category, page }: ExploreSearch): string {
  const params = new URLSearchParams({ q, kind, page: String(page), page_size: String(PAGE_SIZE_DEFAULT) })
  if (category) params.set('category', category)
  return `/api/explore/?${params}`
}
