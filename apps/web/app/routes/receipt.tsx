import { t } from '../language/text.ts'
import { ReceiptPage } from '../pages/receipt/receipt-page.tsx'
import type { Route } from './+types/receipt.ts'

export const meta = () => [{ title: `${t('Receipt')} · Parley` }]

export default function ReceiptRoute({ params }: Route.ComponentProps) {
  return <ReceiptPage slug={params.slug} />
}
