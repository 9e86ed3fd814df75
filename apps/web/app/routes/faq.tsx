import { useRouteLoaderData } from 'react-router'
import { FaqPage } from '../features/landing/faq-page.tsx'
import { t } from '../language/text.ts'
import type { loader } from '../root.tsx'
import type { PageStart } from '../start/page-start.ts'

export const handle = { starts: 'used' } satisfies { starts: PageStart }

export const meta = () => [
  { title: `${t('Questions')} · Parley` },
  { name: 'description', content: t('How booking, paying, calls and refunds work on Parley.') },
]

export default function Faq() {
  const site = useRouteLoaderData<typeof loader>('root')?.site
  return <FaqPage releaseAfterHours={site?.releaseAfterHours ?? 0} />
}
