import { useAuth } from '../api/use-auth.ts'
import { LandingPage } from '../features/landing/landing-page.tsx'
import { msg, t } from '../language/text.ts'
import { useFeePercent } from './use-fee-percent.ts'

const PITCH = msg('Set a price, share your link, and get paid for private video calls with your audience.')

export const meta = () => [
  { title: `Parley · ${t('Monitize your audience')}` },
  { name: 'description', content: t(PITCH) },
  { property: 'og:title', content: 'Parley' },
  { property: 'og:description', content: t(PITCH) },
]

export default function Landing() {
  return <LandingPage auth={useAuth()} feePercent={useFeePercent()} />
}
