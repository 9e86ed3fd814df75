import { PLATFORM_FEE_PERCENT_DEFAULT } from '@parley/contract/constants'
import { useRouteLoaderData } from 'react-router'
import type { loader } from '../../root.tsx'

/** The platform's fee in percent. */
export function useFeePercent(): number {
  return useRouteLoaderData<typeof loader>('root')?.site.feePercent ?? PLATFORM_FEE_PERCENT_DEFAULT
}
