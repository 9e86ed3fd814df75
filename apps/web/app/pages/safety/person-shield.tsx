import { useNavigate } from 'react-router'
import { useAuth } from '../../api/use-auth.ts'
import { Shield } from '../../features/safety/shield.tsx'
import { t } from '../../language/text.ts'
import { alerts } from '../../ui/alerts/alerts.ts'

interface PersonShieldProps {
  person: { id: string; username: string }
  place?: 'stage' | 'page'
}

/** The shield of somebody else, for those who are logged in; who was blocked is not there any more, so the page is left. */
export function PersonShield({ person, place = 'page' }: PersonShieldProps) {
  const { user } = useAuth()
  const navigate = useNavigate()
  if (!user || user.id === person.id) return null
  return (
    <Shield
      person={person}
      place={place}
      onBlocked={() => {
        alerts.message(t('You have blocked @{name}.', { name: person.username }))
        void navigate('/bookings')
      }}
    />
  )
}
