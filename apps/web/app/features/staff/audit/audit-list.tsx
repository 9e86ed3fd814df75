import type { StaffAction, StaffSubject } from '@parley/contract'
import { Link } from 'react-router'
import { t } from '../../../language/text.ts'
import { Card } from '../../../ui/card.tsx'
import { actWords, subjectWords } from '../code-words.ts'
import css from '../staff.module.css'
import { momentText } from '../staff-words.ts'
import { outcomeText } from './audit-words.ts'

/** The pages of the desk, by what an act is about; problems and appeals stand in lists. */
const PAGES: Partial<Record<StaffSubject, string>> = {
  person: 'people',
  request: 'requests',
  report: 'reports',
}

/** The page of what an act is about; null where the desk has none. */
function pageOf(about: StaffAction['about']): string | null {
  const page = about && PAGES[about.kind]
  return page ? `/staff/${page}/${about.id}` : null
}

/** The act, its subject, and the person concerned, each with the way to where it is. */
function What({ act, about, person }: StaffAction) {
  const subject = act === 'look' && about ? subjectWords(about.kind) : ''
  const words = [actWords(act), subject].filter(Boolean).join(' ')
  const page = pageOf(about)
  const isPerson = about?.kind === 'person' && person !== null
  return (
    <>
      {page && !isPerson ? <Link to={page}>{words}</Link> : words}
      {person !== null && ' '}
      {person !== null && (
        <Link to={isPerson && page ? page : `/staff?q=${encodeURIComponent(person)}`}>@{person}</Link>
      )}
    </>
  )
}

/** Who did it, with the way to all that they did. */
function Who({ staff }: Pick<StaffAction, 'staff'>) {
  if (staff === null) return <strong>{t('The machine')}</strong>
  return (
    <strong>
      <Link to={`/staff/audit?q=${encodeURIComponent(staff)}`}>@{staff}</Link>
    </strong>
  )
}

/** Each view and each act of staff, the newest first. */
export function AuditList({ actions }: { actions: readonly StaffAction[] }) {
  return (
    <Card className={css.part}>
      <ol className={css.history}>
        {actions.map(action => (
          <li key={action.id}>
            <Who staff={action.staff} /> <What {...action} />
            {action.reason !== null && <p className={css.quote}>{action.reason}</p>}
            <p className={css.muted}>
              {[outcomeText(action), momentText(action.at)].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
