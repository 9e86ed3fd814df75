import { t } from '../../language/text.ts'
import { AppealPage } from '../../pages/login/appeal-page.tsx'

export const meta = () => [
  { title: `${t('Appeal')} · Parley` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

export default function AppealRoute() {
  return <AppealPage />
}
