import { t } from '../../language/text.ts'
import { StaffPersonPage } from '../../pages/staff/person-page.tsx'
import type { Route } from './+types/person.ts'

export const meta = () => [{ title: `${t('A person')} · Parley` }, { name: 'robots', content: 'noindex' }]

export default function PersonRoute({ params }: Route.ComponentProps) {
  return <StaffPersonPage id={params.id} />
}
