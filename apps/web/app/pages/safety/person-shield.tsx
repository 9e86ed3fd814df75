import type { ReportSubject } from '@parley/contract'
import { useNavigate } from 'react-router'
import { useAuth } from '../../api/use-auth.ts'
import { Shield } from '../../features/safety/shield.tsx'
import { t } from '../../language/text.ts'
import { alerts } from '../../ui/alerts/alerts.ts'

interface PersonShieldProps {
  person: { id: string; username: string }
  place?: 'stage' | 'page'
  /** The call or the event in which they meet; else the person alone. */
  about?: { kind: ReportSubject; id: string }
  /** For a page that shows what was open between the two. */
  onParted?: () => void
}

/** The shield of somebody else, for those who are logged in; who was blocked is not there any more, so the page is left. */
export function PersonShield({ person, place = 'page', about, onParted }: PersonShieldProps) {
  const { user } = useAuth()
  const navigate = useNavigate()
  if (!user || user.id === person.id) return null
  return (
    <Shield
      person={person}
      place={place}
      about={about ?? { kind: 'user', id: person.id }}
      onEnded={() => void navigate('/bookings')}
      onBlocked={() => {
        alerts.message(t('You have blocked @{name}.', { name: person.username }))
        onParted?.()
        void navigate('/bookings')
      }}
    />
  )
}
