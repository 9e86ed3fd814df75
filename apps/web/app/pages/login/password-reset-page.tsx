import type { NewPassword } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import { Link, useLocation, useNavigate } from 'react-router'
import { api } from '../../api/browser.ts'
import { FormPage } from '../../features/accounts/form-page.tsx'
import { NewPasswordForm } from '../../features/accounts/new-password-form.tsx'
import { RichText } from '../../language/rich-text.tsx'
import { t } from '../../language/text.ts'
import { alerts } from '../../ui/alerts/alerts.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { Waiting } from '../../ui/waiting/spinner.tsx'
import { refusedFields } from '../account/my-account-save.ts'

/** The page of the link in a reset mail. */
export function PasswordResetPage() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const token = hydrated ? new URLSearchParams(search).get('token') : null
  const submit = (values: NewPassword) =>
    refusedFields(async () => {
      await api.post('/api/user/password-reset/confirm/', values)
      alerts.message(messages.passwordChanged)
      await navigate('/login', { replace: true })
    })
  return (
    <FormPage
      title={t('Choose a new password')}
      lead={t('You are then logged out everywhere and log in with the new one.')}
    >
      {!hydrated && <Waiting>{t('One moment')}</Waiting>}
      {hydrated && token && <NewPasswordForm token={token} onSubmit={submit} />}
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
