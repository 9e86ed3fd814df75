import { t } from '../../language/text.ts'
import { CasePage } from '../../pages/staff/case-page.tsx'
import type { Route } from './+types/case.ts'

export const meta = () => [{ title: `${t('A report')} · Parley` }, { name: 'robots', content: 'noindex' }]

export default function CaseRoute({ params }: Route.ComponentProps) {
  return <CasePage id={params.id} />
}
