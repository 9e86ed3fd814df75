import type { OwnUser } from '@parley/contract'
import { lazy, Suspense } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { Queries } from '../../api/queries.tsx'
import { useAuth } from '../../api/use-auth.ts'
import { useGeneralFields } from '../../features/accounts/settings/general-form.tsx'
import { t } from '../../language/text.ts'
import { PageBody } from '../../ui/page.tsx'
import { type Tab, Tabs } from '../../ui/tabs.tsx'
import { Waiting } from '../../ui/waiting/spinner.tsx'
import css from './my-account.module.css'
import { GeneralTab } from './my-account-general.tsx'

const SecurityTab = lazy(() => import('./my-account-security.tsx'))
const NotificationsTab = lazy(() => import('./my-account-notifications.tsx'))
const BillingTab = lazy(() => import('./my-account-billing.tsx'))
const OwnRequests = lazy(async () => ({
  default: (await import('../../features/requests/list/own-requests.tsx')).OwnRequests,
}))

const TAB_NAMES = ['general', 'call-sessions', 'security', 'notifications', 'billing'] as const

/** The tab of the address; general by default. */
const tabOf = (hash: string) => TAB_NAMES.find(name => `#${name}` === hash) ?? 'general'

export function MyAccountPage() {
  const { user } = useAuth()
  return user ? <Account user={user} /> : <Waiting>{t('One moment')}</Waiting>
}

function Account({ user }: { user: OwnUser }) {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const fields = useGeneralFields(user)
  const tabs: Tab[] = [
    { value: 'general', name: t('General'), content: <GeneralTab user={user} fields={fields} /> },
    {
      value: 'call-sessions',
      name: t('Call sessions'),
      content: <OwnRequests username={user.username} isInfluencer={user.is_influencer} />,
    },
    { value: 'security', name: t('Security'), content: <SecurityTab user={user} /> },
    { value: 'notifications', name: t('Notifications'), content: <NotificationsTab user={user} /> },
    { value: 'billing', name: t('Billing'), content: <BillingTab user={user} /> },
  ]
  return (
    <PageBody width="text" className={css.page}>
      <div>
        <h1>
          {user.first_name} {user.last_name}
        </h1>
        <p className={css.sub}>
          <Link to={`/profile/${user.username}`}>@{user.username}</Link>
        </p>
        <p className={css.sub}>{t('Change account information and settings')}</p>
      </div>
      <Queries>
        <Suspense fallback={<Waiting>{t('One moment')}</Waiting>}>
          <Tabs
            value={tabOf(hash)}
            onChange={tab =>
              void navigate({ hash: tab, search }, { replace: true, preventScrollReset: true })
            }
            tabs={tabs}
          />
        </Suspense>
      </Queries>
    </PageBody>
  )
}
