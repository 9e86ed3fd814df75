import { useEffect } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { CardProvider } from '../features/payments/card-provider.ts'
import type { loader } from '../root.tsx'

const reloadFromBackCache = ({ persisted }: PageTransitionEvent) => persisted && window.location.reload()

/** Who takes cards on this site. A page that comes back from the bank's by the Back button begins anew. */
export function useCardProvider(): CardProvider {
  const site = useRouteLoaderData<typeof loader>('root')?.site
  useEffect(() => {
    window.addEventListener('pageshow', reloadFromBackCache)
    return () => window.removeEventListener('pageshow', reloadFromBackCache)
  }, [])
  return { name: site?.paymentProvider ?? 'sandbox', publishableKey: site?.publishableKey ?? '' }
}
