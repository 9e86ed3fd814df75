import type { Page, SessionRequest } from '@parley/contract'
import { PAGE_SIZE_MAX } from '@parley/contract/constants'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { api } from '../../../api/browser.ts'

/** The page polls, because the other side pays, accepts and cancels. */
const ASK_AGAIN_MS = 10_000

/** The newest requests, or the open calls, the next one first. */
type Shown = 'newest' | 'calls'

const PATH_END: Record<Shown, string> = { newest: '', calls: '&open=calls' }

/** The viewer's requests with an influencer; all of them for the influencer. */
export function useRequests(username: string, shown: Shown = 'newest') {
  const client = useQueryClient()
  const key = useMemo(() => ['requests', username, shown], [username, shown])
  const query = useQuery({
    queryKey: key,
    refetchInterval: ASK_AGAIN_MS,
    queryFn: ({ signal }) => {
      const path = `/api/parley/${username}/parley_request/?page_size=${PAGE_SIZE_MAX}${PATH_END[shown]}`
      return api.get<Page<SessionRequest>>(path, { signal })
    },
  })
  /** Replaces a request in the list by the server's newest state. */
  const put = useCallback(
    (request: SessionRequest) => {
      client.setQueryData<Page<SessionRequest>>(key, page => {
        const others = page?.results.filter(one => one.id !== request.id) ?? []
        return {
          count: others.length + 1,
          next: null,
          previous: null,
          ...page,
          results: [request, ...others],
        }
      })
      void client.invalidateQueries({ queryKey: ['requests', username] })
    },
    [client, key, username],
  )
  return { ...query, requests: query.data?.results ?? [], put }
}
