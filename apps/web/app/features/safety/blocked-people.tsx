import type { BlockedPerson } from '@parley/contract'
import { dateText } from '../../language/formats.ts'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import css from './safety.module.css'

interface BlockedPeopleProps {
  people: readonly BlockedPerson[]
  /** The person who is being unblocked. */
  ending: string | null
  onUnblock: (person: BlockedPerson) => void
}

/** The people whom one has blocked, with buttons to unblock them. */
export function BlockedPeople({ people, ending, onUnblock }: BlockedPeopleProps) {
  if (people.length === 0) return <p>{t('You have blocked nobody.')}</p>
  return (
    <ul className={css.blocked}>
      {people.map(person => (
        <li key={person.id}>
          <div>
            <p>@{person.username}</p>
            <p className={css.since}>
              {t('Since {date}', { date: dateText(new Date(person.since), { dateStyle: 'medium' }) })}
            </p>
          </div>
          <Button
            busy={ending === person.id}
            aria-label={t('Unblock @{name}', { name: person.username })}
            onClick={() => onUnblock(person)}
          >
            {t('Unblock')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
