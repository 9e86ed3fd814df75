import { t } from '../../language/text.ts'
import { SignUpRoute } from '../../pages/login/signup.tsx'
import type { Route } from './+types/signup-regular.ts'
import { loadSold } from './sold.server.ts'

export const meta = () => [{ title: `${t('Sign up')} · Parley` }]

export const loader = (visit: Route.LoaderArgs) => loadSold(visit)

export default function SignUpRegular({ loaderData }: Route.ComponentProps) {
  return <SignUpRoute kind="regular" sold={loaderData.sold} />
}
