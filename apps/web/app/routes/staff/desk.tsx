import { t } from '../../language/text.ts'
import { DeskPage } from '../../pages/staff/desk-page.tsx'

export const meta = () => [{ title: `${t('The desk')} · Parley` }, { name: 'robots', content: 'noindex' }]

export default function DeskRoute() {
  return <DeskPage />
}
