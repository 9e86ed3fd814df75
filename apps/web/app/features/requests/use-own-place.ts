import type { SessionRequest } from '@parley/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '../../api/browser.ts'
import { ApiError } from '../../api/errors.ts'

/** The event may be cancelled or end meanwhile. */
const ASK_AGAIN_MS = 10_000

/** One's own request for an event; null where there is none. */
export function useOwnPlace(eventSlug: string) {
  const client = useQueryClient()
  const queryKey = ['place', eventSlug]
  const query = useQuery<SessionRequest | null>({
    queryKey,
    refetchInterval: ASK_AGAIN_MS,
    queryFn: async ({ signal }) => {
      try {
        return await api.get<SessionRequest>(`/api/parley/${eventSlug}/event-session/`, { signal })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })
  const put = useCallback(
    (request: SessionRequest) => client.setQueryData(['place', eventSlug], request),
    [client, eventSlug],
  )
  return { ...query, put }
}
