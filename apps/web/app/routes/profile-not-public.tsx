import type { Influencer } from '@parley/contract'
import { lazy, Suspense } from 'react'
import { Navigate } from 'react-router'
import { EventList } from '../features/live-events/event-list.tsx'
import { ProfileView } from '../features/profiles/profile-view.tsx'
import { t } from '../language/text.ts'
import { PageBody } from '../ui/page.tsx'
import { Waiting } from '../ui/spinner.tsx'
import { useMembersOnly } from './use-members-only.ts'

const ProfileOwner = lazy(() => import('./profile-owner.tsx'))
const ProfileMember = lazy(() => import('./profile-member.tsx'))

/** A profile that the public does not see: its owner, and people who have a request with it, still do. */
export function ProfileNotPublic({ username }: { username: string }) {
  const path = `/api/parley/${encodeURIComponent(username)}/`
  const { found: influencer, user } = useMembersOnly<Influencer>(path)
  if (!influencer || !user) return <Waiting>{t('Looking for this profile')}</Waiting>
  const { id, username: now } = influencer.user
  // Asked for by a former username: the page has moved.
  if (now !== username.toLowerCase()) return <Navigate to={`/profile/${now}`} replace />
  const mine = user.id === id
  return (
    <PageBody width="wide">
      <Suspense fallback={<Waiting>{t('One moment')}</Waiting>}>
        {mine ? (
          <ProfileOwner influencer={influencer} username={now} />
        ) : (
          <ProfileView
            influencer={influencer}
            events={<EventList events={influencer.virtual_events} viewer="other" />}
            panel={<ProfileMember influencer={influencer} user={user} />}
          />
        )}
      </Suspense>
    </PageBody>
  )
}
