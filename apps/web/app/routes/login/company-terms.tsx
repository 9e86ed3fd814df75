import { useRouteLoaderData } from 'react-router'
import { CompanyTermsPage } from '../../features/landing/company-terms-page.tsx'
import { t } from '../../language/text.ts'
import type { loader } from '../../root.tsx'

export const meta = () => [
  { title: `${t('Terms for influencers')} · Parley` },
  { name: 'description', content: t('What Parley and the people who sell their time here owe each other.') },
]

export default function CompanyTerms() {
  const site = useRouteLoaderData<typeof loader>('root')?.site
  return (
    <CompanyTermsPage feePercent={site?.feePercent ?? 0} releaseAfterHours={site?.releaseAfterHours ?? 0} />
  )
}
