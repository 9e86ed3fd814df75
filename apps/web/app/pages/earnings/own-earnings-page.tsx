import type { OwnFactors } from '@parley/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { nextPageOf } from '../../api/lists/next-page.ts'
import { Queries } from '../../api/queries.tsx'
import { useAuth } from '../../api/use-auth.ts'
import { OwnDisputes } from '../../features/disputes/own-disputes.tsx'
import { useOwnDisputes } from '../../features/disputes/use-own-disputes.ts'
import css from '../../features/earnings/earnings-page.module.css'
import { EarningsPage } from '../../features/earnings/earnings-page.tsx'
import { FactorInvitation, needsFactor } from '../../features/earnings/factor-invitation.tsx'
import { useEarnings, usePayoutAccountLink } from '../../features/earnings/use-earnings.ts'
import { t } from '../../language/text.ts'
import type { loader } from '../../root.tsx'
import { LoadFailed } from '../../ui/alerts/load-failed.tsx'
import { PageBody } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/waiting/skeleton.tsx'
import { useFreshPage } from '../use-fresh-page.ts'

function Body({ feePercent, releaseAfterHours }: { feePercent: number; releaseAfterHours: number }) {
  const { user } = useAuth()
  const query = useEarnings()
  const disputed = useOwnDisputes()
  const factors = useQuery({
    queryKey: ['factors'],
    queryFn: ({ signal }) => api.get<OwnFactors>('/api/user/me/factors/', { signal }),
  })
  const [redirecting, setRedirecting] = useState(false)
  const link = usePayoutAccountLink(url => {
    setRedirecting(true)
    window.location.assign(url)
  })
  useFreshPage()
  // Rendered at once, so that later parts do not move the text.
  if (query.isPending || disputed.isPending || factors.isPending) {
    return (
      <div className={css.page} role="status">
        <span className="visually-hidden">{t('Looking for your earnings')}</span>
        <Skeleton height="150px" />
        <Skeleton height="320px" />
      </div>
    )
  }
  if (!query.earnings) {
    return <LoadFailed problem={errorText(query.error)} retry={() => void query.refetch()} />
  }
  return (
    <EarningsPage
      earnings={query.earnings}
      entries={query.entries}
      feePercent={feePercent}
      releaseAfterHours={releaseAfterHours}
      profilePath={user?.is_influencer ? `/profile/${user.username}` : null}
      onSetUp={() => link.mutate()}
      settingUp={{
        busy: link.isPending || redirecting,
        problem: link.isError ? errorText(link.error) : null,
      }}
      onMore={nextPageOf(query)}
      loadingMore={query.isFetchingNextPage}
      first={
        <>
          {disputed.data === undefined ? (
            <LoadFailed problem={errorText(disputed.error)} retry={() => void disputed.refetch()} />
          ) : (
            <OwnDisputes
              disputes={disputed.disputes}
              onMore={nextPageOf(disputed)}
              busy={disputed.isFetchingNextPage}
            />
          )}
          {factors.data && needsFactor(query.earnings, factors.data) && <FactorInvitation />}
        </>
      }
    />
  )
}

/** A person's earnings and where the money is. */
export function OwnEarningsPage() {
  const site = useRouteLoaderData<typeof loader>('root')?.site
  const feePercent = site?.feePercent ?? 0
  return (
    <PageBody width="text">
      <h1>{t('Earnings')}</h1>
      <p className={css.lead}>{t('What your calls and events bring you, and when it reaches you.')}</p>
      <Queries>
        <Body feePercent={feePercent} releaseAfterHours={site?.releaseAfterHours ?? 0} />
      </Queries>
    </PageBody>
  )
}
