import type { Calendar } from '@parley/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'

/** The page polls, because fans book, move and cancel. */
const REFETCH_EVERY_MS = 15_000

/** The occupied times of one's own calendar within a span. */
export function useCalendar(from: Date, to: Date) {
  const span = { from: from.toISOString(), to: to.toISOString() }
  return useQuery({
    queryKey: ['calendar', span.from, span.to],
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_EVERY_MS,
    queryFn: ({ signal }) =>
      api.get<Calendar>(`/api/influencer/me/calendar/?${new URLSearchParams(span)}`, { signal }),
  })
}
