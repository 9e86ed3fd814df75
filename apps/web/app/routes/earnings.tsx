import { t } from '../language/text.ts'
import { OwnEarningsPage } from '../pages/earnings/own-earnings-page.tsx'

export const meta = () => [{ title: `${t('Earnings')} · Parley` }]

export default function OwnEarningsRoute() {
  return <OwnEarningsPage />
}
