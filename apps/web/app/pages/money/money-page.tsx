import type { MoneyRail } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'
import { ApiError, errorText } from '../../api/errors.ts'
import { Queries } from '../../api/queries.tsx'
import { Rail } from '../../features/money-rail/money-rail.tsx'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageBody } from '../../ui/page.tsx'
import { Waiting } from '../../ui/waiting/spinner.tsx'

function Body({ slug }: { slug: string }) {
  const query = useQuery({
    queryKey: ['money', slug],
    queryFn: ({ signal }) => api.get<MoneyRail>(`/api/parley/${encodeURIComponent(slug)}/money/`, { signal }),
  })
  if (query.isPending) return <Waiting>{t('Looking for the money')}</Waiting>
  if (query.isError) {
    const isMissing = query.error instanceof ApiError && query.error.status === 404
    return (
      <EmptyState action={<Button onClick={() => void query.refetch()}>{t('Try again')}</Button>}>
        {isMissing ? t(messages.noPaidSession) : errorText(query.error)}
      </EmptyState>
    )
  }
  return <Rail rail={query.data} />
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
