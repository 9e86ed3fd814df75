import type { Page, SessionRequest } from '@parley/contract'
import { PAGE_SIZE_MAX } from '@parley/contract/constants'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { api } from '../../../api/browser.ts'
import { nextPageOf } from '../../../api/lists/next-page.ts'

/** The page polls, because the other side pays, accepts and cancels. */
const POLL_EVERY_MS = 10_000

/** The newest requests, the newest paid ones of the influencer, or their open calls, the next one first. */
type Shown = 'newest' | 'paid' | 'calls'

const PATH_END: Record<Shown, string> = { newest: '', paid: '&paid=true', calls: '&open=calls' }

type Loaded = InfiniteData<Page<SessionRequest>, string>

/** The viewer's requests with an influencer; all of them for the influencer. `more` loads the next page of them. */
export function useRequests(username: string, shown: Shown = 'newest') {
  const client = useQueryClient()
  const key = useMemo(() => ['requests', username, shown], [username, shown])
  const query = useInfiniteQuery({
    queryKey: key,
    refetchInterval: POLL_EVERY_MS,
    queryFn: ({ pageParam, signal }) => api.get<Page<SessionRequest>>(pageParam, { signal }),
    initialPageParam: `/api/parley/${username}/parley_request/?page_size=${PAGE_SIZE_MAX}${PATH_END[shown]}`,
    getNextPageParam: last => last.next,
  })
  /** Replaces a request in the list by the server's newest state. */
  const put = useCallback(
    (request: SessionRequest) => {
      client.setQueryData<Loaded>(key, loaded => loaded && withFirst(loaded, request))
      void client.invalidateQueries({ queryKey: ['requests', username] })
    },
    [client, key, username],
  )
  const requests = useMemo(() => query.data?.pages.flatMap(page => page.results) ?? [], [query.data])
  return { ...query, requests, more: { onMore: nextPageOf(query), busy: query.isFetchingNextPage }, put }
}

function withFirst({ pages, pageParams }: Loaded, request: SessionRequest): Loaded {
  const without = pages.map(page => ({
    ...page,
    results: page.results.filter(({ id }) => id !== request.id),
  }))
  const [first, ...others] = without
  return first
    ? { pages: [{ ...first, results: [request, ...first.results] }, ...others], pageParams }
    : { pages, pageParams }
}
