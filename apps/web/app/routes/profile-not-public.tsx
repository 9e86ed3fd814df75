import type { Influencer } from '@parley/contract'
import { PROFILE_LOADING_GUARD_MS } from '@parley/contract/constants'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../api/browser.ts'
import { useAuth } from '../api/use-auth.ts'
import { EventList } from '../features/live-events/event-list.tsx'
import { ProfileView } from '../features/profiles/profile-view.tsx'
import { t } from '../language/text.ts'
import { PageBody } from '../ui/page.tsx'
import { Waiting } from '../ui/spinner.tsx'

const ProfileOwner = lazy(() => import('./profile-owner.tsx'))
const ProfileMember = lazy(() => import('./profile-member.tsx'))

/** A profile that the public does not see: its owner, and people who have a request with it, still do. */
export function ProfileNotPublic({ username }: { username: string }) {
  const { ready, data, user } = useAuth()
  const navigate = useNavigate()
  const [influencer, setInfluencer] = useState<Influencer | null>(null)
  const someone = data !== null
  useEffect(() => {
    const leave = () => void navigate('/not-found-cover', { replace: true })
    if (!ready) {
      const guard = setTimeout(leave, PROFILE_LOADING_GUARD_MS)
      return () => clearTimeout(guard)
    }
    if (!someone) return leave()
    const leaving = new AbortController()
    api
      .get<Influencer>(`/api/parley/${encodeURIComponent(username)}/`, { signal: leaving.signal })
      .then(setInfluencer)
      .catch(() => leaving.signal.aborted || leave())
    return () => leaving.abort()
  }, [ready, someone, username, navigate])
  if (!influencer || !user) return <Waiting>{t('Looking for this profile')}</Waiting>
  const mine = user.username === influencer.user.username
  return (
    <PageBody width="wide">
      <Suspense fallback={<Waiting>{t('One moment')}</Waiting>}>
        {mine ? (
          <ProfileOwner influencer={influencer} username={username} />
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
