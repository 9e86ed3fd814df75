import type { ReportSubject } from '@parley/contract'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAuth } from '../../api/use-auth.ts'
import { Shield, StageShield } from '../../features/safety/shield.tsx'
import { ShieldSheets } from '../../features/safety/shield-sheets.tsx'
import { t } from '../../language/text.ts'
import { alerts } from '../../ui/alerts/alerts.ts'

interface Person {
  id: string
  username: string
}

/** The page of a blocked person does not exist any more, so the reader is redirected. */
function useLeaving() {
  const navigate = useNavigate()
  const leave = () => void navigate('/bookings')
  const leaveBlocked = ({ username }: Person) => {
    alerts.message(t('You have blocked @{name}.', { name: username }))
    leave()
  }
  return { leave, leaveBlocked }
}

interface PersonShieldProps {
  person: Person
  /** The call or the event in which they meet; only the person by default. */
  about?: { kind: ReportSubject; id: string }
  /** For a page that shows open requests between the two. */
  onParted?: () => void
}

/** The shield of another person, for people who are logged in. */
export function PersonShield({ person, about, onParted }: PersonShieldProps) {
  const { user } = useAuth()
  const { leaveBlocked } = useLeaving()
  if (!user || user.id === person.id) return null
  return (
    <Shield
      person={person}
      about={about ?? { kind: 'user', id: person.id }}
      onBlocked={() => {
        onParted?.()
        leaveBlocked(person)
      }}
    />
  )
}

/**
 * The shield on the stage of a call or an event, and its sheets. The sheets are beside the stage, not in it: a
 * half-written report, and the text about what happens next, stay when the other person leaves or the call ends.
 */
export function useStageShield(stage: { kind: 'request' | 'event'; id: string }) {
  const { user } = useAuth()
  const { leave, leaveBlocked } = useLeaving()
  const [person, setPerson] = useState<Person | null>(null)
  const [turn, setTurn] = useState<{ place: string; canEnd: boolean }>()
  const about = turn === undefined ? stage : { kind: 'request' as const, id: turn.place }
  const [open, setOpen] = useState(false)
  return {
    /** In a line, a report is about the turn of the place, and takes the lines of its chat along. */
    shieldOf: (other: Person, metIn?: { place: string; canEnd: boolean }): ReactNode =>
      user &&
      user.id !== other.id && (
        <StageShield
          person={other}
          onOpen={() => {
            setPerson(other)
            setTurn(metIn)
            setOpen(true)
          }}
        />
      ),
    sheets: person && (
      <ShieldSheets
        {...{ person, about, open }}
        canEnd={turn === undefined ? stage.kind === 'request' : turn.canEnd}
        onClose={() => setOpen(false)}
        onEnded={leave}
        onBlocked={() => leaveBlocked(person)}
      />
    ),
  }
}
