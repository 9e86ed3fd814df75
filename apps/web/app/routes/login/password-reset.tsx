import { t } from '../../language/text.ts'
import { PasswordResetPage } from '../../pages/login/password-reset-page.tsx'

export const meta = () => [
  { title: `${t('Choose a new password')} · Parley` },
  { name: 'robots', content: 'noindex' },
  // The address contains the one-time token: no other site may get it as a referrer.
  { name: 'referrer', content: 'no-referrer' },
]

export default function PasswordResetRoute() {
  return <PasswordResetPage />
}
