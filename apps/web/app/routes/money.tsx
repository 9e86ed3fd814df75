import { t } from '../language/text.ts'
import { MoneyPage } from '../pages/money/money-page.tsx'
import type { Route } from './+types/money.ts'

export const meta = () => [{ title: `${t('Where the money is')} · Parley` }]

export default function MoneyRoute({ params }: Route.ComponentProps) {
  return <MoneyPage slug={params.slug} />
}
