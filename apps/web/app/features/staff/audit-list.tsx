import type { StaffAction } from '@parley/contract'
import { t } from '../../language/text.ts'
import { Card } from '../../ui/card.tsx'
import { actWords, subjectWords } from './code-words.ts'
import css from './staff.module.css'
import { momentText } from './staff-words.ts'

/** What was done, about what, and about whom. */
function whatText({ act, about, person }: StaffAction): string {
  const subject = act === 'look' && about ? subjectWords(about.kind) : ''
  return [actWords(act), subject, person && `@${person}`].filter(Boolean).join(' ')
}

/** Each look and each act, the newest first. */
export function AuditList({ actions }: { actions: readonly StaffAction[] }) {
  return (
    <Card className={css.part}>
      <ol className={css.history}>
        {actions.map(action => (
          <li key={action.id}>
            <strong>{action.staff ? `@${action.staff}` : t('The machine')}</strong> {whatText(action)}
            {action.reason !== null && <p className={css.quote}>{action.reason}</p>}
            <p className={css.muted}>{momentText(action.at)}</p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
