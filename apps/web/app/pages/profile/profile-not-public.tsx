import type { Influencer, OwnUser, PublicUser } from '@parley/contract'
import { lazy, Suspense } from 'react'
import { Navigate } from 'react-router'
import { EventList } from '../../features/live-events/event-list.tsx'
import { ProfileView } from '../../features/profiles/profile-view.tsx'
import { t } from '../../language/text.ts'
import { LoadFailed } from '../../ui/alerts/load-failed.tsx'
import { PageBody } from '../../ui/page.tsx'
import { Waiting } from '../../ui/waiting/spinner.tsx'
import { useMembersOnly } from '../login/use-members-only.ts'
import { PersonShield } from '../safety/person-shield.tsx'
import { PersonPage } from './person-page.tsx'

const ProfileOwner = lazy(() => import('./profile-owner.tsx'))
const ProfileMember = lazy(() => import('./profile-member.tsx'))

/** A private page: its owner, and people who have a request with the owner, may still see it. */
export function ProfileNotPublic({ username }: { username: string }) {
  const path = `/api/user/get_user/${encodeURIComponent(username)}/`
  const { found: person, user, failed } = useMembersOnly<PublicUser>(path)
  if (failed) return <LoadFailed {...failed} />
  if (!person || !user) return <Waiting>{t('Looking for this profile')}</Waiting>
  // The address has a former username: redirects to the current one.
  if (person.username !== username.toLowerCase())
    return <Navigate to={`/profile/${person.username}`} replace />
  if (person.is_influencer)
    return <PrivateInfluencer key={person.id} username={person.username} user={user} />
  return <PersonPage person={person} viewer={user} />
}

function PrivateInfluencer({ username, user }: { username: string; user: OwnUser }) {
  const { found: influencer, failed } = useMembersOnly<Influencer>(`/api/parley/${username}/`)
  if (failed) return <LoadFailed {...failed} />
  if (!influencer) return <Waiting>{t('Looking for this profile')}</Waiting>
  const mine = user.id === influencer.user.id
  return (
    <PageBody width="wide">
      <Suspense fallback={<Waiting>{t('One moment')}</Waiting>}>
        {mine ? (
          <ProfileOwner influencer={influencer} username={username} />
        ) : (
          <ProfileView
            influencer={influencer}
            events={<EventList events={influencer.virtual_events} viewer="other" />}
            panel={
              <>
                <ProfileMember influencer={influencer} user={user} />
                <PersonShield person={influencer.user} />
              </>
            }
          />
        )}
      </Suspense>
    </PageBody>
  )
}
