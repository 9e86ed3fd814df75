import { t } from '../language/text.ts'
import { GiftPage } from '../pages/gift/gift-page.tsx'

export const meta = () => [
  { title: `${t('An invitation to a video call')} · Parley` },
  { name: 'robots', content: 'noindex' },
  // The address contains the one-use token: no other site may get it as a referrer.
  { name: 'referrer', content: 'no-referrer' },
  { property: 'og:title', content: t('An invitation to a video call') },
]

export default function GiftRoute() {
  return <GiftPage />
}
