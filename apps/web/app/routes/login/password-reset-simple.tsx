import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { FormPage } from '../../features/accounts/form-page.tsx'
import { PasswordResetForm } from '../../features/accounts/password-reset-form.tsx'
import { t } from '../../language/text.ts'
import { alerts } from '../../ui/alerts/alerts.ts'

export const meta = () => [{ title: `${t('Forgot password')} · Parley` }]

async function sendLink(email: string): Promise<boolean> {
  try {
    await api.post('/api/user/password-reset/', { email })
    return true
  } catch (error) {
    alerts.error(errorText(error))
    return false
  }
}

export default function PasswordReset() {
  return (
    <FormPage
      title={t('Forgot your password?')}
      lead={t('Enter your email address and we send you a link to choose a new one.')}
    >
      <PasswordResetForm onSubmit={sendLink} />
    </FormPage>
  )
}
