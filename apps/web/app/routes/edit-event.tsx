import type { LiveEvent } from '@parley/contract'
import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useAuth } from '../api/use-auth.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { t } from '../language/text.ts'
import { EventEditing } from '../pages/event/event-editing.tsx'
import { LoadFailed } from '../ui/alerts/load-failed.tsx'
import { Waiting } from '../ui/waiting/spinner.tsx'

export const meta = () => [{ title: `${t('Edit event')} · Parley` }]

/** The editor of one's own event; redirects everyone else to the influencer's profile. */
export default function EditEvent() {
  const { slug = '' } = useParams()
  const { user } = useAuth()
  const navigate = useNavigate()
  const path = `/api/parley/${encodeURIComponent(slug)}/event/`
  const { data: event, isMissing, failed } = useLoaded<LiveEvent>(path)
  const owner = event?.influencer.user.username
  const isOwner = user?.username === owner
  const isOver = event !== null && event.state !== 'scheduled'
  useEffect(() => {
    if (isMissing) void navigate('/not-found-cover', { replace: true })
    if (!event || !user) return
    if (!isOwner) void navigate(`/profile/${owner}`, { replace: true })
    else if (isOver) void navigate(`/live-event/${event.slug}`, { replace: true })
  }, [event, isMissing, user, owner, isOwner, isOver, navigate])
  if (failed) return <LoadFailed {...failed} />
  if (!event || !user || !isOwner || isOver) return <Waiting>{t('One moment')}</Waiting>
  return <EventEditing key={event.id} username={user.username} event={event} />
}
