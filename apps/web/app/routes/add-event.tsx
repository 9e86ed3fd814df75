import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useAuth } from '../api/use-auth.ts'
import { t } from '../language/text.ts'
import { EventEditing } from '../pages/event/event-editing.tsx'
import { Waiting } from '../ui/waiting/spinner.tsx'

export const meta = () => [{ title: `${t('Add event')} · Parley` }]

/** The editor of a new event; only influencers have events. */
export default function AddEvent() {
  const { user } = useAuth()
  const navigate = useNavigate()
  const isRefused = user !== null && !user.is_influencer
  useEffect(() => {
    if (isRefused) void navigate('/', { replace: true })
  }, [isRefused, navigate])
  if (!user?.is_influencer) return <Waiting>{t('One moment')}</Waiting>
  return <EventEditing username={user.username} event={null} />
}
