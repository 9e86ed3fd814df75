import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { api, auth } from '../../api/browser.ts'
import { useAuth } from '../../api/use-auth.ts'
import { useNextPath, withNext } from '../../api/use-next-path.ts'
import type { Sold } from '../../features/accounts/login-purpose.ts'
import { createSignUp, type SignUpKind } from '../../features/accounts/sign-up/sign-up.ts'
import { SignUpPage } from '../../features/accounts/sign-up/sign-up-page.tsx'
import { handleSetupReturn } from '../../features/payments/payment-return.ts'
import { t } from '../../language/text.ts'
import { newUuid } from '../../store/new-uuid.ts'
import { useIfHere } from '../../store/use-if-here.ts'
import { alerts } from '../../ui/alerts/alerts.ts'
import { Waiting } from '../../ui/waiting/spinner.tsx'
import { useFeePercent } from '../account/use-fee-percent.ts'
import { SignUpPayment } from './signup-payment.tsx'

/** Both sign-ups; `sold` is the offer for which a regular user signs up. */
export function SignUpRoute({ kind, sold = null }: { kind: SignUpKind; sold?: Sold | null }) {
  const next = useNextPath()
  const navigate = useNavigate()
  const ifHere = useIfHere()
  const { user } = useAuth()
  const top = useRef<HTMLDivElement>(null)
  const goOn = useRef(() => {})
  const [signUp] = useState(() =>
    createSignUp({
      kind,
      api,
      auth,
      alerts,
      newKey: newUuid,
      setTimer: (work, delayMs) => setTimeout(work, delayMs),
      redirect: () => ifHere(goOn.current),
      scrollToForm: () => top.current?.scrollIntoView({ block: 'start' }),
    }),
  )
  useEffect(() => {
    goOn.current = () => void navigate(next)
  }, [navigate, next])
  const { search } = useLocation()
  // An influencer's account can book too: no step is left for them.
  const isThere = kind === 'regular' && user?.is_influencer === true
  useEffect(() => {
    if (isThere) void navigate(next, { replace: true })
  }, [isThere, navigate, next])
  useEffect(() => {
    if (!user) return
    if (handleSetupReturn(search)) signUp.resumePayment(user)
    else signUp.personKnown(user)
  }, [user, signUp, search])
  return (
    <div ref={top}>
      <SignUpPage
        kind={kind}
        signUp={signUp}
        sold={sold}
        feePercent={useFeePercent()}
        becomeTo={user && !user.is_influencer ? '/become-influencer' : null}
        loginTo={withNext('/login', next)}
        logOut={() => void auth.logOut()}
        payment={user ? <SignUpPayment user={user} signUp={signUp} /> : <Waiting>{t('One moment')}</Waiting>}
      />
    </div>
  )
}
