import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { auth } from './browser.ts'

const client = new QueryClient({ defaultOptions: { queries: { retry: 1 } } })

// The next person on this device must not see cached data of the person before.
auth.subscribe(() => {
  if (auth.getSnapshot().data === null) client.clear()
})

/** The query cache of pages behind a login; visitors' pages do not need it. */
export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
