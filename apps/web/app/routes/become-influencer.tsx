import { t } from '../language/text.ts'
import { BecomeInfluencerPage } from '../pages/account/become-influencer-page.tsx'

export const meta = () => [{ title: `${t('Become an influencer')} · Parley` }]

export default function BecomeInfluencerRoute() {
  return <BecomeInfluencerPage />
}
