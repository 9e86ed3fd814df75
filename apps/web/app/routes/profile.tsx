import { data } from 'react-router'
import { publicDataContext } from '../contexts.server.ts'
import { profileHead } from '../features/share/page-head.server.ts'
import { t } from '../language/text.ts'
import { ProfilePage } from '../pages/profile/profile-page.tsx'
import type { PageStart } from '../start/page-start.ts'
import type { Route } from './+types/profile.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const publicData = context.get(publicDataContext)
  const influencer = await publicData.influencer(params.username)
  const person = influencer ? null : await publicData.person(params.username)
  const head = influencer && profileHead(influencer, publicData.site.origin)
  return data({ influencer, person, head }, influencer || person ? 200 : 404)
}

export const handle = { starts: 'used' } satisfies { starts: PageStart }

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData?.head ?? [{ title: `${t('Profile')} · Parley` }, { name: 'robots', content: 'noindex' }]

export default function ProfileRoute({ loaderData, params }: Route.ComponentProps) {
  return <ProfilePage {...loaderData} username={params.username} />
}
