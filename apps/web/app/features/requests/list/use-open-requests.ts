import type { Page, SessionRequest } from '@parley/contract'
import { PAGE_SIZE_MAX } from '@parley/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/browser.ts'

/** The key of every list of a person's own requests. */
export const OWN_REQUESTS = ['own-requests']

/** The open calls and events that a person booked, attends or performs as a prepaid call, the next one first. */
export function useOpenRequests() {
  return useQuery({
    queryKey: [...OWN_REQUESTS, 'next'],
    queryFn: ({ signal }) =>
      api.get<Page<SessionRequest>>(`/api/user/me/requests/?booked=open&page_size=${PAGE_SIZE_MAX}`, {
        signal,
      }),
  })
}
