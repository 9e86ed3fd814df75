import { alerts } from '../../ui/alerts/alerts.ts'
import { errorText } from '../errors.ts'

interface PagedQuery {
  hasNextPage: boolean
  fetchNextPage: () => Promise<{ isFetchNextPageError: boolean; error: Error | null }>
}

/** Loads the next page of a list, and says when that fails; null when there is none. */
export function nextPageOf(query: PagedQuery): (() => void) | null {
  if (!query.hasNextPage) return null
  return async () => {
    const { isFetchNextPageError, error } = await query.fetchNextPage()
    if (isFetchNextPageError) alerts.error(errorText(error))
  }
}
