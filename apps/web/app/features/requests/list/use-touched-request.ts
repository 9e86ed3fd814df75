import type { SessionRequest } from '@parley/contract'
import { useCallback, useState } from 'react'

interface List {
  requests: readonly SessionRequest[]
  put: (request: SessionRequest) => void
}

/** The current state of the request that changed on this page, and the functions that track it. */
export function useTouchedRequest({ requests, put: putInList }: List) {
  const [id, setId] = useState<string | null>(null)
  const put = useCallback(
    (request: SessionRequest) => {
      setId(request.id)
      putInList(request)
    },
    [putInList],
  )
  return { touched: requests.find(request => request.id === id) ?? null, put }
}
