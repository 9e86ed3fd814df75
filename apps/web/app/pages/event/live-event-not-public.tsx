import type { LiveEvent, OwnUser } from '@parley/contract'
import { lazy, Suspense } from 'react'
import { useFreshEvent } from '../../features/live-events/use-fresh-event.ts'
import { t } from '../../language/text.ts'
import { LoadFailed } from '../../ui/alerts/load-failed.tsx'
import { PageBody } from '../../ui/page.tsx'
import { Waiting } from '../../ui/waiting/spinner.tsx'
import { useMembersOnly } from '../login/use-members-only.ts'

const LiveEventOwner = lazy(() => import('./live-event-owner.tsx'))
const LiveEventMember = lazy(() => import('./live-event-member.tsx'))

/** An event of a private profile: its owner, and people who have a request with the owner, may still see it. */
export function LiveEventNotPublic({ slug }: { slug: string }) {
  const {
    found: event,
    user,
    failed,
  } = useMembersOnly<LiveEvent>(`/api/parley/${encodeURIComponent(slug)}/event/`)
  if (failed) return <LoadFailed {...failed} />
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
          <LiveEventMember {...fresh} user={user} />
        )}
      </Suspense>
    </PageBody>
  )
}
