import { lazy, Suspense } from 'react'
import { useAuth } from '../../api/use-auth.ts'
import { createProgress } from '../../features/onboarding/progress.ts'
import { t } from '../../language/text.ts'
import css from '../../pages/call/device-check.module.css'
import { browserStorage } from '../../store/browser-storage.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageBody } from '../../ui/page.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { Skeleton } from '../../ui/waiting/skeleton.tsx'

const DeviceCheck = lazy(() => import('../../features/call/devices/device-check.tsx'))

export const meta = () => [
  { title: `${t('Test camera and microphone')} · Parley` },
  { name: 'robots', content: 'noindex' },
]

/** A test of camera and microphone, before a person pays for anything. */
export default function DeviceCheckPage() {
  const hydrated = useHydrated()
  const { user } = useAuth()
  const passed = () => {
    if (user?.is_influencer) createProgress(browserStorage(), user.username).mark('tried')
  }
  const waiting = <Skeleton height="360px" />
  return (
    <PageBody width="narrow" className={css.page}>
      <h1>{t('Test camera and microphone')}</h1>
      <p className={css.lead}>{t('Nobody sees or hears you here: nothing leaves this device.')}</p>
      <Suspense fallback={waiting}>{hydrated ? <DeviceCheck onPassed={passed} /> : waiting}</Suspense>
      {user?.is_influencer && (
        <ButtonLink to={`/profile/${user.username}`}>{t('Back to your profile')}</ButtonLink>
      )}
    </PageBody>
  )
}
