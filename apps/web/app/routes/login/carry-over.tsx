import { t } from '../../language/text.ts'
import { CarryOverPage } from '../../pages/login/carry-over-page.tsx'

export const meta = () => [
  { title: `${t('Go on in this browser')} · Parley` },
  { name: 'robots', content: 'noindex' },
]

export default function CarryOverRoute() {
  return <CarryOverPage />
}
