import { t } from '../../language/text.ts'
import { SignUpRoute } from '../../pages/login/signup.tsx'

export const meta = () => [{ title: `${t('Sign up')} · Parley` }]

export default function SignUpInfluencer() {
  return <SignUpRoute kind="influencer" />
}
