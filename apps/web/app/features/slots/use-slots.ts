import type { Slots } from '@parley/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'

/** The page polls, because others book. */
const ASK_AGAIN_MS = 30_000

interface Asked {
  username: string
  from: string
  to: string
  zone: string
  /** The id of the request that moves, where one does. */
  moving: string | null
}

/** The free slots of an influencer by dates of the viewer's zone. */
export function useSlots({ username, from, to, zone, moving }: Asked) {
  return useQuery({
    queryKey: ['slots', username, from, to, zone, moving],
    placeholderData: keepPreviousData,
    refetchInterval: ASK_AGAIN_MS,
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ from, to, zone, ...(moving && { moving }) })
      return api.get<Slots>(`/api/parley/${encodeURIComponent(username)}/slots/?${query}`, { signal })
    },
  })
}
