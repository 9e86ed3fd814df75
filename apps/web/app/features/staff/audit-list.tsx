import type { StaffAction } from '@parley/contract'
import { t } from '../../language/text.ts'
import { Card } from '../../ui/card.tsx'
import css from './staff.module.css'
import { momentText, plainWord } from './staff-words.ts'

/** Each look and each act, the newest first. */
export function AuditList({ actions }: { actions: readonly StaffAction[] }) {
  return (
    <Card>
      <ol className={css.history}>
        {actions.map(action => (
          <li key={action.id}>
            <strong>{action.staff ? `@${action.staff}` : t('The machine')}</strong> {plainWord(action.act)}{' '}
            {action.about && plainWord(action.about.kind)} {action.person && `@${action.person}`}
            {action.reason !== null && <p className={css.quote}>{action.reason}</p>}
            <p className={css.muted}>{momentText(action.at)}</p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
