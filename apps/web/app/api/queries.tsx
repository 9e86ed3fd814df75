import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { auth } from './browser.ts'

const client = new QueryClient({ defaultOptions: { queries: { retry: 1 } } })

// What one person was shown is not for the next one on this device.
auth.subscribe(() => {
  if (auth.getSnapshot().data === null) client.clear()
})

/** Server state for pages behind a login; visitors' pages do without. */
export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
