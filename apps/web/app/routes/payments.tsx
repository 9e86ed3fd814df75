import { t } from '../language/text.ts'
import { PaymentsPage } from '../pages/money/payments-page.tsx'

export const meta = () => [{ title: `${t('Payments')} · Parley` }]

export default function PaymentsRoute() {
  return <PaymentsPage />
}
