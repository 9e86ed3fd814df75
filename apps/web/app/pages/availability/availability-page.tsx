import { Navigate } from 'react-router'
import { errorText } from '../../api/errors.ts'
import { Queries } from '../../api/queries.tsx'
import { useAuth } from '../../api/use-auth.ts'
import { AvailabilityForm } from '../../features/availability/availability-form.tsx'
import { useAvailability } from '../../features/availability/use-availability.ts'
import { t } from '../../language/text.ts'
import { LoadFailed } from '../../ui/alerts/load-failed.tsx'
import { PageBody } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/waiting/skeleton.tsx'
import css from './availability-page.module.css'

function Body({ username }: { username: string }) {
  const query = useAvailability()
  if (query.isPending) {
    return (
      <div role="status">
        <span className="visually-hidden">{t('Looking for your times')}</span>
        <Skeleton height="320px" />
      </div>
    )
  }
  if (!query.data) {
    return <LoadFailed problem={errorText(query.error)} retry={() => void query.refetch()} />
  }
  return <AvailabilityForm saved={query.data} username={username} />
}

/** When an influencer can be booked. */
export function AvailabilityPage() {
  const { user } = useAuth()
  if (user && !user.is_influencer) return <Navigate to="/become-influencer" replace />
  return (
    <PageBody width="text">
      <h1>{t('Your times')}</h1>
      <p className={css.lead}>{t('When fans can book you. Each time is sold once, and never shifts.')}</p>
      {user && (
        <Queries>
          <Body username={user.username} />
        </Queries>
      )}
    </PageBody>
  )
}
