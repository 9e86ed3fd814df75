import { t } from '../language/text.ts'
import { AvailabilityPage } from '../pages/availability/availability-page.tsx'

export const meta = () => [{ title: `${t('Your times')} · Parley` }]

export default AvailabilityPage
