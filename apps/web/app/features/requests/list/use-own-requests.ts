import type { Page, SessionRequest } from '@parley/contract'
import { PAGE_SIZE_MAX } from '@parley/contract/constants'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '../../../api/browser.ts'

const KEY = ['own-requests']

/** The newest requests of a person with everybody, on whichever side they are. */
export function useOwnRequests() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) =>
      api.get<Page<SessionRequest>>(`/api/user/me/requests/?page_size=${PAGE_SIZE_MAX}`, { signal }),
  })
  const changed = useCallback(() => void client.invalidateQueries({ queryKey: KEY }), [client])
  return { ...query, changed }
}
