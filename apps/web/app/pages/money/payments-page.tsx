import type { OwnPayment, Page } from '@parley/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { nextPageOf } from '../../api/lists/next-page.ts'
import { Queries } from '../../api/queries.tsx'
import { PaymentList } from '../../features/money-rail/payment-list.tsx'
import { t } from '../../language/text.ts'
import { LoadFailed } from '../../ui/alerts/load-failed.tsx'
import { PageBody } from '../../ui/page.tsx'
import { Waiting } from '../../ui/waiting/spinner.tsx'
import { useFreshPage } from '../use-fresh-page.ts'

const PAGE_SIZE = 20

function Body() {
  const query = useInfiniteQuery({
    queryKey: ['payments'],
    queryFn: ({ pageParam, signal }) => api.get<Page<OwnPayment>>(pageParam, { signal }),
    initialPageParam: `/api/user/me/payments/?page_size=${PAGE_SIZE}`,
    getNextPageParam: last => last.next,
  })
  useFreshPage()
  if (query.isPending) return <Waiting>{t('Looking for your payments')}</Waiting>
  if (query.isLoadingError)
    return <LoadFailed problem={errorText(query.error)} retry={() => void query.refetch()} />
  return (
    <PaymentList
      payments={query.data.pages.flatMap(page => page.results)}
      onMore={nextPageOf(query)}
      busy={query.isFetchingNextPage}
    />
  )
}

/** All payments of a person. */
export function PaymentsPage() {
  return (
    <PageBody width="narrow">
      <h1>{t('Payments')}</h1>
      <Queries>
        <Body />
      </Queries>
    </PageBody>
  )
}
