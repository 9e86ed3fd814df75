import { t } from '../../language/text.ts'
import { StaffRequestPage } from '../../pages/staff/request-and-audit-pages.tsx'
import type { Route } from './+types/request.ts'

export const meta = () => [
  { title: `${t('A call and its money')} · Parley` },
  { name: 'robots', content: 'noindex' },
]

export default function RequestRoute({ params }: Route.ComponentProps) {
  return <StaffRequestPage id={params.id} />
}
