import { lazy, Suspense } from 'react'
import { useAuth } from '../api/use-auth.ts'
import { publicDataContext } from '../contexts.server.ts'
import { LandingPage } from '../features/landing/landing-page.tsx'
import { msg, t } from '../language/text.ts'
import { useFeePercent } from '../pages/account/use-fee-percent.ts'
import { OnNow } from '../pages/landing/on-now.tsx'
import type { PageStart } from '../start/page-start.ts'
import { Waiting } from '../ui/waiting/spinner.tsx'
import type { Route } from './+types/landing.ts'

const LandingHome = lazy(() => import('../pages/landing/landing-home.tsx'))

const PITCH = msg('Set a price, share your link, and get paid for private video calls with your audience.')

export const loader = ({ context }: Route.LoaderArgs) => context.get(publicDataContext).onNow()

// The pitch moves by a small script of its own.
export const handle = { starts: 'used' } satisfies { starts: PageStart }

export const meta = () => [
  { title: `Parley · ${t('Monitize your audience')}` },
  { name: 'description', content: t(PITCH) },
  { property: 'og:title', content: 'Parley' },
  { property: 'og:description', content: t(PITCH) },
]

export default function Landing({ loaderData }: Route.ComponentProps) {
  const auth = useAuth()
  const home = auth.user?.is_influencer && (
    <Suspense fallback={<Waiting>{t('One moment')}</Waiting>}>
      <LandingHome key={auth.user.id} username={auth.user.username} />
    </Suspense>
  )
  const onNow = <OnNow cards={loaderData} />
  return <LandingPage auth={auth} feePercent={useFeePercent()} home={home || undefined} onNow={onNow} />
}
