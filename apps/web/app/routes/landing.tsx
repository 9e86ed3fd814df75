import { PLATFORM_FEE_PERCENT_DEFAULT } from '@parley/contract/constants'
import { useRouteLoaderData } from 'react-router'
import { useAuth } from '../api/use-auth.ts'
import { LandingPage } from '../features/landing/landing-page.tsx'
import type { loader } from '../root.tsx'

const PITCH = 'Set a price, share your link, and get paid for private video calls with your audience.'

export const meta = () => [
  { title: 'Parley · Monitize your audience' },
  { name: 'description', content: PITCH },
  { property: 'og:title', content: 'Parley' },
  { property: 'og:description', content: PITCH },
]

export default function Landing() {
  const site = useRouteLoaderData<typeof loader>('root')?.site
  return <LandingPage auth={useAuth()} feePercent={site?.feePercent ?? PLATFORM_FEE_PERCENT_DEFAULT} />
}
