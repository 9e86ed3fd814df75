import { t } from '../language/text.ts'
import { PrepaidPage } from '../pages/prepaid/prepaid-page.tsx'

export const meta = () => [{ title: `${t('Prepaid links')} · Parley` }]

export default function PrepaidRoute() {
  return <PrepaidPage />
}
