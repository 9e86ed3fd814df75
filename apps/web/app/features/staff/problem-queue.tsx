import type { StaffProblem } from '@parley/contract'
import { Link } from 'react-router'
import { t } from '../../language/text.ts'
import css from './staff.module.css'
import { momentText, problemWords } from './staff-words.ts'

/** Calls with a reported problem; each is one link to the page of the call, where it is settled. */
export function ProblemQueue({ problems }: { problems: readonly StaffProblem[] }) {
  return (
    <ol className={css.queue} aria-label={t('Problems, the oldest first')}>
      {problems.map(problem => (
        <li key={problem.id}>
          <Link className={css.row} to={`/staff/requests/${problem.request_id}`}>
            <strong>
              {t('{problem}: said by @{name}', {
                problem: problemWords(problem.kind),
                name: problem.reporter,
              })}
            </strong>
            <time className={css.muted} dateTime={problem.at}>
              {momentText(problem.at)}
            </time>
            <span className={css.muted}>{problem.text ?? t('They wrote nothing beside it.')}</span>
          </Link>
        </li>
      ))}
    </ol>
  )
}
