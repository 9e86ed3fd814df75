import type { StaffReport } from '@parley/contract'
import { Link } from 'react-router'
import { reasonWords } from '../../language/report-words.ts'
import { t } from '../../language/text.ts'
import { subjectWords } from './code-words.ts'
import css from './staff.module.css'
import { momentText } from './staff-words.ts'

/** The cases of the desk; each is one link, so that the keyboard alone can open it. */
export function Queue({ reports }: { reports: readonly StaffReport[] }) {
  return (
    <ol className={css.queue} aria-label={t('Cases, the oldest first')}>
      {reports.map(report => (
        <li key={report.id}>
          <Link className={css.row} to={`/staff/reports/${report.id}`}>
            <strong>
              {t('{reason}: @{name}', { reason: reasonWords(report.reason), name: report.reported.username })}
            </strong>
            <time className={css.muted} dateTime={report.at}>
              {momentText(report.at)}
            </time>
            <span className={css.muted}>
              {t('{about}, reported by @{name}', {
                about: subjectWords(report.about),
                name: report.reporter.username,
              })}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  )
}
