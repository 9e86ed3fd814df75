import type { Login, LoginTokens, SecondFactorRequired, SocialNetworkName } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api, auth } from '../../api/browser.ts'
import { useAuth } from '../../api/use-auth.ts'
import { useNextPath, withNext } from '../../api/use-next-path.ts'
import { loginPath } from '../../api/use-secure.ts'
import { FormPage } from '../../features/accounts/form-page.tsx'
import { logIn } from '../../features/accounts/log-in.ts'
import { LoginForm } from '../../features/accounts/login-form.tsx'
import type { Sold } from '../../features/accounts/login-purpose.ts'
import { showPasskey } from '../../features/accounts/passkey.ts'
import { PasskeyLogin } from '../../features/accounts/passkey-login.tsx'
import { ForKnown, NewHere, PurposeCard } from '../../features/accounts/sign-up/purpose-card.tsx'
import { SocialLogins } from '../../features/accounts/social-logins.tsx'
import { t } from '../../language/text.ts'
import { alerts } from '../../ui/alerts/alerts.ts'
import { SecondStep } from './second-step.tsx'

export interface LoginPageProps {
  /** The offer for which the person logs in; null when there is none. */
  sold: Sold | null
  /** The social networks that people can log in with. */
  networks: readonly SocialNetworkName[]
}

export function LoginPage({ sold, networks }: LoginPageProps) {
  const wanted = useNextPath()
  // Returning to the logout page would end the new login.
  const next = wanted.startsWith('/logout') ? '/' : wanted
  const navigate = useNavigate()
  const { ready, data } = useAuth()
  const loggedIn = ready && data !== null
  const [closed, setClosed] = useState<string | null>(null)
  const [factor, setFactor] = useState<SecondFactorRequired | null>(null)
  useEffect(() => {
    if (loggedIn) void navigate(next, { replace: true })
  }, [loggedIn, navigate, next])

  async function submit(form: Login) {
    setClosed(null)
    const outcome = await logIn({ api, auth, alerts }, form)
    if (typeof outcome === 'object') {
      if ('closed' in outcome) setClosed(outcome.closed)
      else setFactor(outcome)
    } else if (outcome === 'refused') await navigate(loginPath(next), { replace: true })
  }
  if (factor) return <SecondStep required={factor} onStartOver={() => setFactor(null)} />
  const signUpTo = withNext('/signup/regular', next)
  return (
    <FormPage
      title={t('Log in')}
      lead={sold === null ? t('Welcome back.') : null}
      before={
        sold && (
          <>
            <PurposeCard sold={sold} />
            <NewHere to={signUpTo} />
          </>
        )
      }
      after={
        <>
          <SocialLogins networks={networks} next={next} />
          <p>{t('New here?')}</p>
          {sold ? (
            <ForKnown>
              <Link to={signUpTo}>{t('Sign up as a user')}</Link>
            </ForKnown>
          ) : (
            <Link to={signUpTo}>{t('Sign up as a user')}</Link>
          )}
          <Link to={withNext('/signup/influencer', next)}>{t('Sign up as an influencer')}</Link>
        </>
      }
    >
      <LoginForm closed={closed} onSubmit={submit} />
      <PasskeyLogin
        onLogIn={async () => {
          const response = await showPasskey(api)
          await auth.logIn(await api.post<LoginTokens>('/api/auth/passkey/', { response }))
          alerts.message(messages.loggedIn)
        }}
      />
    </FormPage>
  )
}
