import { lazy, Suspense } from 'react'
import { data } from 'react-router'
import { useAuth } from '../api/use-auth.ts'
import { publicDataContext } from '../contexts.server.ts'
import { LinkRescue } from '../features/link-rescue/link-rescue.tsx'
import { EventList } from '../features/live-events/event-list.tsx'
import { PersonView } from '../features/profiles/person-view.tsx'
import { ProfileView } from '../features/profiles/profile-view.tsx'
import { BookAction, BookActionWaiting } from '../features/requests/booking/book-action.tsx'
import { profileHead } from '../features/share/page-head.server.ts'
import { t } from '../language/text.ts'
import { useLoginForReturn } from '../pages/login/use-login-for-return.ts'
import { ProfileNotPublic } from '../pages/profile/profile-not-public.tsx'
import { PageBody } from '../ui/page.tsx'
import { ShareButton } from '../ui/share/share-button.tsx'
import type { Route } from './+types/profile.ts'

const ProfileOwner = lazy(() => import('../pages/profile/profile-owner.tsx'))
const ProfileMember = lazy(() => import('../pages/profile/profile-member.tsx'))

export async function loader({ context, params }: Route.LoaderArgs) {
  const publicData = context.get(publicDataContext)
  const influencer = await publicData.influencer(params.username)
  const person = influencer ? null : await publicData.person(params.username)
  const head = influencer && profileHead(influencer, publicData.site.origin)
  return data({ influencer, person, head }, influencer || person ? 200 : 404)
}

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData?.head ?? [{ title: `${t('Profile')} · Parley` }, { name: 'robots', content: 'noindex' }]

export default function Profile({ loaderData, params }: Route.ComponentProps) {
  const auth = useAuth()
  useLoginForReturn()
  const { influencer, person } = loaderData
  if (person) {
    return (
      <PageBody width="text">
        <PersonView person={person} viewer={auth.user?.id === person.id ? 'owner' : 'other'} />
      </PageBody>
    )
  }
  if (!influencer) return <ProfileNotPublic key={params.username} username={params.username} />
  const visitor = <BookAction influencer={influencer} auth={auth} />
  if (auth.user?.id === influencer.user.id) {
    return (
      <PageBody width="wide">
        <Suspense
          fallback={
            <ProfileView
              influencer={influencer}
              panel={<BookActionWaiting />}
              events={<EventList events={influencer.virtual_events} viewer="owner" />}
            />
          }
        >
          <ProfileOwner key={influencer.user.id} influencer={influencer} username={auth.user.username} />
        </Suspense>
      </PageBody>
    )
  }
  const panel = auth.user ? (
    <Suspense fallback={<BookActionWaiting />}>
      <ProfileMember key={influencer.user.id} influencer={influencer} user={auth.user} />
    </Suspense>
  ) : (
    visitor
  )
  const { username, first_name, last_name } = influencer.user
  const share = (
    <ShareButton
      path={`/profile/${username}`}
      title={t('{name} on Parley', { name: `${first_name} ${last_name}` })}
    />
  )
  return (
    <PageBody width="wide">
      <ProfileView
        influencer={influencer}
        panel={
          <>
            {!auth.user && <LinkRescue before="paying" />}
            {panel}
            {share}
          </>
        }
        events={<EventList events={influencer.virtual_events} viewer="other" />}
      />
    </PageBody>
  )
}
