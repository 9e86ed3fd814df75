import { useRouteLoaderData } from 'react-router'
import type { CardProvider } from '../../features/payments/card-provider.ts'
import type { loader } from '../../root.tsx'
import { useFreshPage } from '../use-fresh-page.ts'

/** The card provider of this site; paying may redirect to a bank's page and back. */
export function useCardProvider(): CardProvider {
  const site = useRouteLoaderData<typeof loader>('root')?.site
  useFreshPage()
  return { name: site?.paymentProvider ?? 'sandbox', publishableKey: site?.publishableKey ?? '' }
}
