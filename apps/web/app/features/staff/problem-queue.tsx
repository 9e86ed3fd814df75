import type { StaffProblem } from '@parley/contract'
import { Link } from 'react-router'
import { t } from '../../language/text.ts'
import css from './staff.module.css'
import { momentText, problemWords, settlementText } from './staff-words.ts'

type Settled = NonNullable<StaffProblem['decision']>

/** How a closed problem was decided. */
const Decided = ({ decision: { decision, back, reason } }: { decision: Settled }) => (
  <>
    <span className={css.muted}>{settlementText(back)}</span>
    {decision === 'by_record' && <span className={css.muted}>{t('Our record of the call decided it.')}</span>}
    {reason !== null && <span className={css.quote}>{reason}</span>}
  </>
)

/** Calls with a reported problem; each is one link to the page of the call, where it is settled. */
export function ProblemQueue({ problems }: { problems: readonly StaffProblem[] }) {
  return (
    <ol className={css.queue} aria-label={t('Problems')}>
      {problems.map(problem => (
        <li key={problem.id}>
          <Link className={css.row} to={`/staff/requests/${problem.request_id}`}>
            <strong>
              {t('{problem}: said by @{name}', {
                problem: problemWords(problem.kind),
                name: problem.reporter,
              })}
            </strong>
            <time className={css.muted} dateTime={problem.decision?.at ?? problem.at}>
              {momentText(problem.decision?.at ?? problem.at)}
            </time>
            <span className={css.muted}>{problem.text ?? t('They wrote nothing beside it.')}</span>
            {problem.decision && <Decided decision={problem.decision} />}
          </Link>
        </li>
      ))}
    </ol>
  )
}
