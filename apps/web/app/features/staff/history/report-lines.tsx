import type { StaffReportLine } from '@parley/contract'
import { Link } from 'react-router'
import { reasonWords } from '../../../language/report-words.ts'
import { t } from '../../../language/text.ts'
import { Card } from '../../../ui/card.tsx'
import { decisionWords, subjectWords } from '../code-words.ts'
import css from '../staff.module.css'
import { momentText } from '../staff-words.ts'

interface ReportLinesProps {
  title: string
  reports: readonly StaffReportLine[]
  /** Whether the reader may open a report: a moderator. */
  mayOpen: boolean
}

/** The reports about a person or a call, the newest first, with how staff decided them. */
export function ReportLines({ title, reports, mayOpen }: ReportLinesProps) {
  return (
    <Card>
      <h2>{title}</h2>
      <ol className={css.history} aria-label={title}>
        {reports.map(({ id, reason, about, at, decision }) => (
          <li key={id}>
            {mayOpen ? (
              <Link to={`/staff/reports/${id}`}>{reasonWords(reason)}</Link>
            ) : (
              <strong>{reasonWords(reason)}</strong>
            )}
            <p className={css.muted}>
              {t('{at}, about {about}', { at: momentText(at), about: subjectWords(about) })}
            </p>
            {decision === null ? (
              <p>{t('Not decided')}</p>
            ) : (
              <>
                <p>{decisionWords(decision.decision)}</p>
                <p className={css.quote}>{decision.reason}</p>
              </>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
