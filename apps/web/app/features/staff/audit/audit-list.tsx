import type { StaffAction } from '@parley/contract'
import { t } from '../../../language/text.ts'
import { Card } from '../../../ui/card.tsx'
import { actWords, subjectWords } from '../code-words.ts'
import css from '../staff.module.css'
import { momentText } from '../staff-words.ts'
import { outcomeText } from './audit-words.ts'

/** The act, its subject, and the person concerned. */
function whatText({ act, about, person }: StaffAction): string {
  const subject = act === 'look' && about ? subjectWords(about.kind) : ''
  return [actWords(act), subject, person && `@${person}`].filter(Boolean).join(' ')
}

/** Each view and each act of staff, the newest first. */
export function AuditList({ actions }: { actions: readonly StaffAction[] }) {
  return (
    <Card className={css.part}>
      <ol className={css.history}>
        {actions.map(action => (
          <li key={action.id}>
            <strong>{action.staff ? `@${action.staff}` : t('The machine')}</strong> {whatText(action)}
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
