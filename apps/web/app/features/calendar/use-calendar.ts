import type { Calendar } from '@parley/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'

/** Fans book, move and cancel in between. */
const ASK_AGAIN_MS = 15_000

/** What is taken of one's own time within a span. */
export function useCalendar(from: Date, to: Date) {
  const span = { from: from.toISOString(), to: to.toISOString() }
  return useQuery({
    queryKey: ['calendar', span.from, span.to],
    placeholderData: keepPreviousData,
    refetchInterval: ASK_AGAIN_MS,
    queryFn: ({ signal }) =>
      api.get<Calendar>(`/api/influencer/me/calendar/?${new URLSearchParams(span)}`, { signal }),
  })
}
