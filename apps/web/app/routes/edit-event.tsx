import type { LiveEvent } from '@parley/contract'
import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { api } from '../api/browser.ts'
import { useAuth } from '../api/use-auth.ts'
import { t } from '../language/text.ts'
import { EventEditing } from '../pages/event/event-editing.tsx'
import { Waiting } from '../ui/waiting/spinner.tsx'

export const meta = () => [{ title: `${t('Edit event')} · Parley` }]

/** The editor of one's own event; redirects everyone else to the influencer's profile. */
export default function EditEvent() {
  const { slug = '' } = useParams()
  const { user } = useAuth()
  const navigate = useNavigate()
  const [event, setEvent] = useState<LiveEvent | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    api
      .get<LiveEvent>(`/api/parley/${encodeURIComponent(slug)}/event/`, { signal: leaving.signal })
      .then(setEvent)
      .catch(() => leaving.signal.aborted || void navigate('/not-found-cover', { replace: true }))
    return () => leaving.abort()
  }, [slug, navigate])
  const owner = event?.influencer.user.username
  const isOwner = user?.username === owner
  const isOver = event !== null && event.state !== 'scheduled'
  useEffect(() => {
    if (!event || !user) return
    if (!isOwner) void navigate(`/profile/${owner}`, { replace: true })
    else if (isOver) void navigate(`/live-event/${event.slug}`, { replace: true })
  }, [event, user, owner, isOwner, isOver, navigate])
  if (!event || !user || !isOwner || isOver) return <Waiting>{t('One moment')}</Waiting>
  return <EventEditing key={event.id} username={user.username} event={event} />
}
