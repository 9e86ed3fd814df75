import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { auth } from './browser.ts'

/**
 * Without a network a request fails at once, and the page shows the error. TanStack Query would hold it until there is
 * a network, show no error, and then send what a person pressed before.
 */
const newClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: 1, networkMode: 'always', refetchOnReconnect: true },
      mutations: { networkMode: 'always' },
    },
  })
/** That of a browser, for all its pages. */
const own = typeof window === 'undefined' ? null : newClient()

// The next person on this device must not see cached data of the person before.
auth.subscribe(() => {
  if (auth.getSnapshot().data === null) own?.clear()
})

/**
 * The query cache of pages behind a login; visitors' pages do not need it. On the server each rendering has one of its
 * own. Attack: pages of ever new addresses, whose queries one for all would keep for ever.
 */
export function Queries({ children }: { children: ReactNode }) {
  const [client] = useState(() => own ?? newClient())
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
