import { TermsPage } from '../features/landing/terms-page.tsx'
import { t } from '../language/text.ts'
import type { PageStart } from '../start/page-start.ts'

export const handle = { starts: 'used' } satisfies { starts: PageStart }

export const meta = () => [
  { title: `${t('Terms and privacy')} · Parley` },
  { name: 'description', content: t('The terms of Parley, and what happens with your data.') },
]

export default function Terms() {
  return <TermsPage />
}
