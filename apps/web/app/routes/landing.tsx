import { PLATFORM_FEE_PERCENT_DEFAULT } from '@parley/contract/constants'
import { useRouteLoaderData } from 'react-router'
import { useAuth } from '../api/use-auth.ts'
import { LandingPage } from '../features/landing/landing-page.tsx'
import { msg, t } from '../language/text.ts'
import type { loader } from '../root.tsx'

const PITCH = msg('Set a price, share your link, and get paid for private video calls with your audience.')

export const meta = () => [
  { title: `Parley · ${t('Monitize your audience')}` },
  { name: 'description', content: t(PITCH) },
  { property: 'og:title', content: 'Parley' },
  { property: 'og:description', content: t(PITCH) },
]

export default function Landing() {
  const site = useRouteLoaderData<typeof loader>('root')?.site
  return <LandingPage auth={useAuth()} feePercent={site?.feePercent ?? PLATFORM_FEE_PERCENT_DEFAULT} />
}
