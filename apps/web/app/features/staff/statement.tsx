import type { StaffRequest } from '@parley/contract'
import { t } from '../../language/text.ts'
import css from './staff.module.css'
import { momentText } from './staff-words.ts'

interface StatementProps {
  statement: StaffRequest['statements'][number]
  /** When the answer was sent to the bank; null where it was not sent, or the time is not shown here. */
  sentAt: string | null
}

/** The influencer's statement to the bank, and whether it is part of the answer. */
export function Statement({ statement, sentAt }: StatementProps) {
  return (
    <div>
      <p className={css.muted}>
        {statement.staged_at
          ? t('The influencer wrote this to the bank on {at}. It is part of the answer.', {
              at: momentText(statement.at),
            })
          : sentAt
            ? t('The influencer wrote this on {at}, too late to be part of the answer.', {
                at: momentText(statement.at),
              })
            : t('The influencer wrote this to the bank on {at}. It is being added to the answer.', {
                at: momentText(statement.at),
              })}
      </p>
      <p className={css.quote}>{statement.text}</p>
    </div>
  )
}
