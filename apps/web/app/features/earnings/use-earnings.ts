import type { Earnings, PayoutAccountLink } from '@parley/contract'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'
import { proofRequests } from '../../api/identity-proof.ts'
import { recheckAfterMs } from './recheck-account.ts'

const PAGE_SIZE = 20

/** A person's earnings: the current figures, and as many pages of the list as were loaded. */
export function useEarnings() {
  const query = useInfiniteQuery({
    queryKey: ['earnings'],
    queryFn: ({ pageParam, signal }) => api.get<Earnings>(pageParam, { signal }),
    initialPageParam: `/api/influencer/me/earnings/?page_size=${PAGE_SIZE}`,
    getNextPageParam: last => last.entries.next,
    refetchInterval: ({ state }) =>
      recheckAfterMs(state.data?.pages[0]?.payout_account.status ?? 'none', state.dataUpdateCount),
  })
  const pages = query.data?.pages ?? []
  return { ...query, earnings: pages[0], entries: pages.flatMap(page => page.entries.results) }
}

/** Opens the provider's own page about the payout account. */
export function usePayoutAccountLink(leave: (url: string) => void) {
  return useMutation({
    mutationFn: () =>
      proofRequests.withProof(() => api.post<PayoutAccountLink>('/api/influencer/me/payout-account/', {})),
    onSuccess: ({ url }) => leave(url),
  })
}
