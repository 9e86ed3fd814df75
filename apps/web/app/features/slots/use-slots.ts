import type { Slots } from '@parley/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'

/** The page polls, because others book. */
const POLL_EVERY_MS = 30_000

/** A call that has a slot already, by the id of its request, and who looks for another one. */
export interface SoldCall {
  id: string
  /** `moving`: its buyer, who gives up the old time; `suggesting`: its influencer, and the old time may stand. */
  as: 'moving' | 'suggesting'
}

interface SlotsOf {
  username: string
  from: string
  to: string
  zone: string
  sold: SoldCall | null
}

/** The free slots of an influencer by dates of the viewer's zone. */
export function useSlots({ username, from, to, zone, sold }: SlotsOf) {
  return useQuery({
    queryKey: ['slots', username, from, to, zone, sold],
    placeholderData: keepPreviousData,
    refetchInterval: POLL_EVERY_MS,
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ from, to, zone, ...(sold && { [sold.as]: sold.id }) })
      return api.get<Slots>(`/api/parley/${encodeURIComponent(username)}/slots/?${query}`, { signal })
    },
  })
}
