import type { PrepaidList, SessionRequest } from '@parley/contract'
import { PAGE_SIZE_MAX } from '@parley/contract/constants'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '../../../api/browser.ts'
import { ApiError } from '../../../api/errors.ts'

/** The page polls, because others accept, revoke and reject. */
const POLL_EVERY_MS = 10_000
const LIST = ['prepaid']

/** The prepaid requests that the viewer created or accepted, newest first. */
export function usePrepaidList() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: LIST,
    refetchInterval: POLL_EVERY_MS,
    queryFn: ({ signal }) =>
      api.get<PrepaidList>(`/api/parley/prepaid-link/?page_size=${PAGE_SIZE_MAX}`, { signal }),
  })
  /** Replaces a request in the list by the server's newest state, at the same position. */
  const put = useCallback(
    (request: SessionRequest) => {
      client.setQueryData<PrepaidList>(LIST, page => {
        if (!page) return page
        const isKnown = page.results.some(one => one.id === request.id)
        const results = isKnown
          ? page.results.map(one => (one.id === request.id ? request : one))
          : [request, ...page.results]
        return { ...page, count: page.count + results.length - page.results.length, results }
      })
      void client.invalidateQueries({ queryKey: LIST })
    },
    [client],
  )
  return { ...query, requests: query.data?.results ?? [], put }
}

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

/** The request of a prepaid link as this reader may see it; null when they may not see one. */
export function usePrepaidOffer(slug: string, viewer: { known: boolean; userId: string | null }) {
  const client = useQueryClient()
  const key = ['prepaid-offer', slug, viewer.userId]
  const query = useQuery({
    queryKey: key,
    enabled: viewer.known,
    refetchInterval: POLL_EVERY_MS,
    queryFn: ({ signal }) =>
      api
        .get<SessionRequest>(`/api/parley/${encodeURIComponent(slug)}/session/`, { signal })
        .catch((error: unknown) => {
          if (isMissing(error)) return null
          throw error
        }),
  })
  return { ...query, put: (request: SessionRequest) => client.setQueryData(key, request) }
}
