import { t } from '../../language/text.ts'
import { LoginPage } from '../../pages/login/login-page.tsx'

export const meta = () => [{ title: `${t('Log in')} · Parley` }]

export default function LoginRoute() {
  return <LoginPage />
}
