import { t } from '../../language/text.ts'
import { AuditPage } from '../../pages/staff/request-and-audit-pages.tsx'

export const meta = () => [
  { title: `${t('What staff looked at and did')} · Parley` },
  { name: 'robots', content: 'noindex' },
]

export default function AuditRoute() {
  return <AuditPage />
}
