import type { OwnDispute, Page } from '@parley/contract'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../api/browser.ts'

const PAGE_SIZE = 20
const SOON_MS = 2_000
/** The provider stores evidence within seconds; after a failure the server retries for a long time. */
const POLLS_MAX = 10
const KEY = ['own-disputes']

const isBeingAdded = ({ state, pack, statement }: OwnDispute) =>
  state === 'open' && statement !== null && statement.staged_at === null && !pack?.concede_asked_at

/** The disputes of one's own sales, the newest first. */
export function useOwnDisputes() {
  /** How often the list had been loaded when words began to be added: a page that was open before polls as long. */
  const firstPoll = useRef<number | null>(null)
  const query = useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam, signal }) => api.get<Page<OwnDispute>>(pageParam, { signal }),
    initialPageParam: `/api/influencer/me/disputes/?page_size=${PAGE_SIZE}`,
    getNextPageParam: last => last.next,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (!data?.pages.some(page => page.results.some(isBeingAdded))) {
        firstPoll.current = null
        return false
      }
      firstPoll.current ??= dataUpdateCount
      return dataUpdateCount - firstPoll.current < POLLS_MAX && SOON_MS
    },
  })
  return { ...query, disputes: query.data?.pages.flatMap(page => page.results) ?? [] }
}

/** Saves the influencer's statement, which replaces an earlier one. */
export function useWriteStatement(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string) =>
      api.post<OwnDispute>(`/api/influencer/me/disputes/${encodeURIComponent(id)}/statement/`, { text }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
}
