import { useEffect, useRef } from 'react'
import { Outlet, useRouteLoaderData } from 'react-router'
import { useAuth } from '../api/use-auth.ts'
import { leftCall, withoutLeft } from '../features/call/screens/left-call.ts'
import { keepFocusPlace } from '../features/site/focus-place.ts'
import { Footer } from '../features/site/footer.tsx'
import { Header } from '../features/site/header.tsx'
import { SandboxBanner } from '../features/site/sandbox-banner.tsx'
import { useWhoWaits } from '../features/site/use-who-waits.ts'
import { t } from '../language/text.ts'
import { AfterEndCall } from '../pages/call/after-end-call.tsx'
import type { loader } from '../root.tsx'
import { keepHeight } from '../start/kept-height.ts'
import { useStore } from '../store/use-store.ts'
import css from './site.module.css'

export default function Site() {
  const auth = useAuth()
  const waits = useWhoWaits(auth.user?.id)
  const left = useStore(leftCall)
  const site = useRouteLoaderData<typeof loader>('root')?.site
  const content = useRef<HTMLElement>(null)
  useEffect(() => (content.current ? keepFocusPlace(content.current) : undefined), [])
  useEffect(() => (content.current ? keepHeight(content.current) : undefined), [])
  return (
    <div className={css.site}>
      <a href="#content" className={css.skip}>
        {t('Skip to the content')}
      </a>
      {site?.paymentProvider === 'sandbox' && <SandboxBanner />}
      <Header auth={auth} waits={withoutLeft(waits, left)} />
      <main id="content" ref={content} className={css.content}>
        <AfterEndCall />
        <Outlet />
      </main>
      <Footer />
    </div>
  )
}
