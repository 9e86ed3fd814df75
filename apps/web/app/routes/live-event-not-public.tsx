import type { LiveEvent, OwnUser } from '@parley/contract'
import { PROFILE_LOADING_GUARD_MS } from '@parley/contract/constants'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../api/browser.ts'
import { useAuth } from '../api/use-auth.ts'
import { useFreshEvent } from '../features/live-events/use-fresh-event.ts'
import { t } from '../language/text.ts'
import { PageBody } from '../ui/page.tsx'
import { Waiting } from '../ui/spinner.tsx'

const LiveEventOwner = lazy(() => import('./live-event-owner.tsx'))
const LiveEventMember = lazy(() => import('./live-event-member.tsx'))

/** An event of a profile that the public does not see: its owner, and people who have a request with it, still do. */
export function LiveEventNotPublic({ slug }: { slug: string }) {
  const { ready, data, user } = useAuth()
  const navigate = useNavigate()
  const [event, setEvent] = useState<LiveEvent | null>(null)
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
      .get<LiveEvent>(`/api/parley/${encodeURIComponent(slug)}/event/`, { signal: leaving.signal })
      .then(setEvent)
      .catch(() => leaving.signal.aborted || leave())
    return () => leaving.abort()
  }, [ready, someone, slug, navigate])
  if (!event || !user) return <Waiting>{t('Looking for this event')}</Waiting>
  return <Found key={event.id} loaded={event} user={user} />
}

function Found({ loaded, user }: { loaded: LiveEvent; user: OwnUser }) {
  const fresh = useFreshEvent(loaded, 'private')
  return (
    <PageBody width="wide">
      <Suspense fallback={<Waiting>{t('One moment')}</Waiting>}>
        {user.username === loaded.influencer.user.username ? (
          <LiveEventOwner {...fresh} />
        ) : (
          <LiveEventMember event={fresh.event} news={fresh.news} user={user} />
        )}
      </Suspense>
    </PageBody>
  )
}
