import { t } from '../../language/text.ts'
import { SocialLoginPage } from '../../pages/login/social-login-page.tsx'

export const meta = () => [{ title: `${t('Log in')} · Parley` }, { name: 'robots', content: 'noindex' }]

export default function SocialLoginRoute() {
  return <SocialLoginPage />
}
