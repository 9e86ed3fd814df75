import type { SecondFactorRequired, SocialLoginProblem, SocialTokens } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import { safeNextPath } from '@parley/contract/next-path'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { api, auth } from '../../api/browser.ts'
import { errorText, isLoginOver } from '../../api/errors.ts'
import { secondFactorOf } from '../../api/second-factor-of.ts'
import { loginPath } from '../../api/use-secure.ts'
import { FormPage } from '../../features/accounts/form-page.tsx'
import { msg, t } from '../../language/text.ts'
import { alerts } from '../../ui/alerts/alerts.ts'
import { LoadFailed } from '../../ui/alerts/load-failed.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { Waiting } from '../../ui/waiting/spinner.tsx'
import { SecondStep } from './second-step.tsx'

const PROBLEMS: Record<SocialLoginProblem, string> = {
  cancelled: msg('The login was cancelled.'),
  no_verified_email: msg(
    'This network does not vouch for an email address of yours, so we cannot know which account is yours. Please log in or sign up with your email.',
  ),
  expired: msg('This login took too long, or was begun in another browser. Please try again.'),
  failed: msg('The network did not confirm this login. Please try again.'),
}
const PASSWORD_REMOVED = msg(
  'Your email is confirmed now. The password set before that no longer works: choose a new one by "Forgot password?".',
)

const problemOf = (name: string | null) =>
  name === null ? null : (PROBLEMS[name as SocialLoginProblem] ?? PROBLEMS.failed)

/** Each code is exchanged once, however often the page renders; again only after an outage. */
const exchanges = new Map<string, Promise<SocialTokens>>()
function exchange(code: string): Promise<SocialTokens> {
  const running = exchanges.get(code)
  if (running) return running
  const started = api.post<SocialTokens>('/api/user/social-login/exchange/', { code })
  exchanges.set(code, started)
  started.catch(error => isLoginOver(error) || exchanges.delete(code))
  return started
}

/** The callback page of a network's login: exchanges the code for a login, or shows the error. */
export function SocialLoginPage() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const [tries, setTries] = useState(1)
  const [failed, setFailed] = useState<unknown>(null)
  const [required, setRequired] = useState<SecondFactorRequired | null>(null)
  const query = new URLSearchParams(hydrated ? search : '')
  const code = query.get('code')
  const next = safeNextPath(query.get('next'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try sends the code again.
  useEffect(() => {
    if (!code) return
    setFailed(null)
    exchange(code)
      .then(async tokens => {
        await auth.logIn(tokens)
        alerts.message(tokens.password_removed ? PASSWORD_REMOVED : messages.loggedIn)
        await navigate(next, { replace: true })
      })
      .catch(error => {
        const more = secondFactorOf(error)
        if (more) setRequired(more)
        else setFailed(error)
      })
  }, [code, tries, navigate, next])
  if (required) {
    return (
      <SecondStep
        required={required}
        onIn={async () => void (await navigate(next, { replace: true }))}
        onStartOver={() => void navigate(loginPath(next), { replace: true })}
      />
    )
  }
  const isOutage = failed !== null && !isLoginOver(failed)
  const problem = failed === null ? problemOf(query.get('problem')) : PROBLEMS.expired
  if (problem === null) return <Waiting>{t('Logging in')}</Waiting>
  return (
    <FormPage title={t('Log in')} after={<ButtonLink to={loginPath(next)}>{t('Back to login')}</ButtonLink>}>
      {isOutage ? (
        <LoadFailed problem={errorText(failed)} retry={() => setTries(tries + 1)} />
      ) : (
        <p role="alert">{t(problem)}</p>
      )}
    </FormPage>
  )
}
