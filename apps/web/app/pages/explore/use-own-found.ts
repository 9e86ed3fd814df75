import type { Page } from '@parley/contract'
import { PAGE_SIZE_DEFAULT } from '@parley/contract/constants'
import type { ExploreCard } from '@parley/contract/explore'
import { useEffect, useState } from 'react'
import { api } from '../../api/browser.ts'
import { useAuth } from '../../api/use-auth.ts'
import type { ExploreSearch } from '../../features/explore/explore-search.ts'

interface Found {
  count: number
  cards: readonly ExploreCard[]
}

/**
 * What the reader finds: the page is the same for everybody, and who is logged in asks for their own results after it,
 * without the people who blocked them or whom they blocked.
 */
export function useOwnFound(search: ExploreSearch, ofEverybody: Found): Found {
  const userId = useAuth().user?.id
  const path = resultsPath(search)
  const [own, setOwn] = useState<(Found & { userId: string; path: string }) | null>(null)
  useEffect(() => {
    if (!userId) return
    const abort = new AbortController()
    api
      .get<Page<ExploreCard>>(path, { signal: abort.signal })
      .then(({ count, results }) => setOwn({ userId, path, count, cards: results }))
      // The cards stay: whom a block parts from the reader is not there on the page that a card leads to.
      .catch(() => undefined)
    return () => abort.abort()
  }, [userId, path])
  return own?.userId === userId && own?.path === path ? own : ofEverybody
}

function resultsPath({ q, kind, category, page }: ExploreSearch): string {
  const params = new URLSearchParams({ q, kind, page: String(page), page_size: String(PAGE_SIZE_DEFAULT) })
  if (category) params.set('category', category)
  return `/api/explore/?${params}`
}
