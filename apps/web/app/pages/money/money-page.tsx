import type { MoneyRail, SessionRequest } from '@parley/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../api/browser.ts'
import { Queries } from '../../api/queries.tsx'
import { useAuth } from '../../api/use-auth.ts'
import { Rail } from '../../features/money-rail/money-rail.tsx'
import { NoSale } from '../../features/requests/receipt/no-sale.tsx'
import { hasReceipt, whatText } from '../../features/requests/receipt/receipt-facts.ts'
import { dateText } from '../../language/formats.ts'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'
import { PageBody } from '../../ui/page.tsx'
import { Waiting } from '../../ui/waiting/spinner.tsx'
import css from './money-page.module.css'

/** Names the sale to which the lines belong. */
function Sale({ slug }: { slug: string }) {
  const { user } = useAuth()
  const { data } = useQuery({
    queryKey: ['sale', slug],
    queryFn: ({ signal }) =>
      api.get<SessionRequest>(`/api/parley/${encodeURIComponent(slug)}/session/`, { signal }),
  })
  const at = data && (data.timeRange?.start ?? data.paid_at ?? data.created_at)
  return (
    <p className={css.sale}>
      {data && user && at
        ? `${whatText(data, user.username)} · ${priceText(data.amount)} · ${dateText(new Date(at), DATE)}`
        : '\u00a0'}
      {data && hasReceipt(data) && (
        <>
          {' · '}
          <Link to={`/receipt/${slug}`}>{t('Receipt')}</Link>
        </>
      )}
    </p>
  )
}

const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const

function Body({ slug }: { slug: string }) {
  const query = useQuery({
    queryKey: ['money', slug],
    queryFn: ({ signal }) => api.get<MoneyRail>(`/api/parley/${encodeURIComponent(slug)}/money/`, { signal }),
  })
  if (query.isPending) return <Waiting>{t('Looking for the money')}</Waiting>
  if (query.isLoadingError) return <NoSale error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      <Sale slug={slug} />
      <Rail rail={query.data} />
    </>
  )
}

/** Where every penny of one sale is, for its two parties. */
export function MoneyPage({ slug }: { slug: string }) {
  return (
    <PageBody width="narrow">
      <h1>{t('Where the money is')}</h1>
      <Queries>
        <Body slug={slug} />
      </Queries>
    </PageBody>
  )
}
