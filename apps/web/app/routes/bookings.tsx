import { lazy, Suspense } from 'react'
import { Queries } from '../api/queries.tsx'
import { useAuth } from '../api/use-auth.ts'
import { t } from '../language/text.ts'
import css from '../pages/account/my-account.module.css'
import { BookingsMore } from '../pages/bookings/bookings-more.tsx'
import { ListedShield } from '../pages/safety/listed-shield.tsx'
import { PageBody } from '../ui/page.tsx'
import { Waiting } from '../ui/waiting/spinner.tsx'

const OwnRequests = lazy(async () => ({
  default: (await import('../features/requests/list/own-requests.tsx')).OwnRequests,
}))

export const meta = () => [{ title: `${t('Your bookings')} · Parley` }]

/** One's own bookings: future and past ones. */
export default function Bookings() {
  const { user } = useAuth()
  if (!user) return <Waiting>{t('One moment')}</Waiting>
  return (
    <PageBody width="text" className={css.page}>
      <h1>{t('Your bookings')}</h1>
      <Queries>
        <Suspense fallback={<Waiting>{t('Looking for your calls')}</Waiting>}>
          <OwnRequests
            username={user.username}
            isInfluencer={user.is_influencer}
            shieldFor={(other, about) => <ListedShield person={other} about={about} />}
            moreFor={(request, changed) => <BookingsMore request={request} changed={changed} />}
          />
        </Suspense>
      </Queries>
    </PageBody>
  )
}
