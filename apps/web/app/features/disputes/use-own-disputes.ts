import type { OwnDispute, Page } from '@parley/contract'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/browser.ts'
import { createAddingPolls } from './adding-polls.ts'

const PAGE_SIZE = 20
const KEY = ['own-disputes']

/** The disputes of one's own sales, the newest first. */
export function useOwnDisputes() {
  const [polls] = useState(createAddingPolls)
  const query = useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam, signal }) => api.get<Page<OwnDispute>>(pageParam, { signal }),
    initialPageParam: `/api/influencer/me/disputes/?page_size=${PAGE_SIZE}`,
    getNextPageParam: last => last.next,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      polls(data?.pages.flatMap(page => page.results) ?? [], dataUpdateCount),
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
