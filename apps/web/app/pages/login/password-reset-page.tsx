import type { NewPassword, ResetCheckAnswer } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { api } from '../../api/browser.ts'
import { FormPage } from '../../features/accounts/form-page.tsx'
import { NewPasswordForm } from '../../features/accounts/new-password-form.tsx'
import { RichText } from '../../language/rich-text.tsx'
import { t } from '../../language/text.ts'
import { alerts } from '../../ui/alerts/alerts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { Waiting } from '../../ui/waiting/spinner.tsx'
import { refusedFields } from '../account/my-account-save.ts'

/** Whether the link works still; undefined until that is known. Where nobody could be asked, the form says it later. */
function useWorks(token: string | null): boolean | undefined {
  const [found, setFound] = useState<{ token: string; works: boolean }>()
  useEffect(() => {
    if (!token) return
    let isLatest = true
    const keep = (works: boolean) => isLatest && setFound({ token, works })
    api.post<ResetCheckAnswer>('/api/user/password-reset/check/', { token }).then(
      ({ works }) => keep(works),
      () => keep(true),
    )
    return () => {
      isLatest = false
    }
  }, [token])
  return found?.token === token ? found?.works : undefined
}

function Spent() {
  return (
    <FormPage
      title={t('This link does not work any more')}
      lead={t('It works once, for one hour, and until the password is changed.')}
      after={<Link to="/login">{t('Back to login')}</Link>}
    >
      <ButtonLink variant="primary" wide to="/password-reset-simple">
        {t('Send a new link')}
      </ButtonLink>
    </FormPage>
  )
}

/** The page of the link in a reset mail. */
export function PasswordResetPage() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const token = hydrated ? new URLSearchParams(search).get('token') : null
  const works = useWorks(token)
  const submit = (values: NewPassword) =>
    refusedFields(async () => {
      await api.post('/api/user/password-reset/confirm/', values)
      alerts.message(messages.passwordChanged)
      await navigate('/login', { replace: true })
    })
  if (works === false) return <Spent />
  return (
    <FormPage
      title={t('Choose a new password')}
      lead={t('You are then logged out everywhere and log in with the new one.')}
    >
      {(!hydrated || (token && works === undefined)) && <Waiting>{t('One moment')}</Waiting>}
      {token && works && <NewPasswordForm token={token} onSubmit={submit} />}
      {hydrated && !token && (
        <p>
          <RichText
            text="This address is not complete: open the link of the mail again, or <link>send a new link</link>."
            parts={{ link: words => <Link to="/password-reset-simple">{words}</Link> }}
          />
        </p>
      )}
    </FormPage>
  )
}
