import { t } from '../language/text.ts'
import { PrepaidOfferPage } from '../pages/prepaid/prepaid-offer-page.tsx'
import type { Route } from './+types/prepaid-offer.ts'

/** Everyone who has the link may read the page; search engines must not index it. */
export const meta = () => [
  { title: `${t('A prepaid video call')} · Parley` },
  { name: 'robots', content: 'noindex' },
  { property: 'og:title', content: t('A prepaid video call') },
  {
    property: 'og:description',
    content: t('Somebody has paid for a video call on Parley. Open the link to accept it.'),
  },
]

export default function PrepaidOfferRoute({ params }: Route.ComponentProps) {
  return <PrepaidOfferPage slug={params.slug} />
}
