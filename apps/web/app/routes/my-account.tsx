import { t } from '../language/text.ts'
import { MyAccountPage } from '../pages/account/my-account-page.tsx'

export const meta = () => [{ title: `${t('My account')} · Parley` }]

export default function MyAccountRoute() {
  return <MyAccountPage />
}
