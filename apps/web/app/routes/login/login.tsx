import { useRouteLoaderData } from 'react-router'
import { t } from '../../language/text.ts'
import { LoginPage } from '../../pages/login/login-page.tsx'
import type { loader as rootLoader } from '../../root.tsx'
import type { Route } from './+types/login.ts'
import { loadSold } from './sold.server.ts'

export const meta = () => [{ title: `${t('Log in')} · Parley` }]

export const loader = (visit: Route.LoaderArgs) => loadSold(visit)

export default function LoginRoute({ loaderData }: Route.ComponentProps) {
  const site = useRouteLoaderData<typeof rootLoader>('root')?.site
  return <LoginPage sold={loaderData.sold} networks={site?.socialNetworks ?? []} />
}
