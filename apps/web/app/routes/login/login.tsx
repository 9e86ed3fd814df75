import { safeNextPath } from '@parley/contract/next-path'
import { useRouteLoaderData } from 'react-router'
import { publicDataContext } from '../../contexts.server.ts'
import { callSold, eventSold, purposeOf, type Sold } from '../../features/accounts/login-purpose.ts'
import { t } from '../../language/text.ts'
import { LoginPage } from '../../pages/login/login-page.tsx'
import type { loader as rootLoader } from '../../root.tsx'
import type { Route } from './+types/login.ts'

export const meta = () => [{ title: `${t('Log in')} · Parley` }]

/** The reason for the login is in the server's HTML, so that nothing moves when React hydrates it. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<{ sold: Sold | null }> {
  const publicData = context.get(publicDataContext)
  const purpose = purposeOf(safeNextPath(new URL(request.url).searchParams.get('next')))
  if (purpose === null) return { sold: null }
  if (purpose.for === 'call') {
    const influencer = await publicData.influencer(purpose.username)
    return { sold: influencer && { for: 'call', influencer: callSold(influencer) } }
  }
  const event = await publicData.event(purpose.slug)
  return { sold: event && { for: 'event', event: eventSold(event) } }
}

export default function LoginRoute({ loaderData }: Route.ComponentProps) {
  const site = useRouteLoaderData<typeof rootLoader>('root')?.site
  return <LoginPage sold={loaderData.sold} networks={site?.socialNetworks ?? []} />
}
