import type { StaffBadCall } from '@parley/contract'
import { Link } from 'react-router'
import { troubleWords } from '../../features/staff/code-words.ts'
import css from '../../features/staff/staff.module.css'
import { figuresText } from '../../features/staff/staff-words.ts'
import { t } from '../../language/text.ts'
import { Card } from '../../ui/card.tsx'
import { Answered } from './desk-frame.tsx'
import { rowsOf, ShowMore, useDeskPages } from './desk-pages.tsx'

/** Calls that were not good, each one link to the page of the call. */
const BadCalls = ({ calls }: { calls: readonly StaffBadCall[] }) => (
  <ol className={css.queue} aria-label={t('Calls that were not good')}>
    {calls.map(({ request_id, by, trouble, figures, at }) => (
      <li key={`${request_id} ${by}`}>
        <Link className={css.row} to={`/staff/requests/${request_id}`}>
          <strong>{t('@{name}: {words}', { name: by, words: troubleWords(trouble) })}</strong>
          <span className={css.muted}>{figuresText(at, figures)}</span>
        </Link>
      </li>
    ))}
  </ol>
)

/** What people tapped after a call that was not good, the newest first. Nothing of it waits for staff. */
export function BadCallList() {
  const query = useDeskPages<StaffBadCall>('opinions', '/api/staff/opinions/')
  return (
    <section aria-label={t('Calls that were not good')} className={css.part}>
      <h2>{t('Calls that were not good')}</h2>
      <Answered query={query} waiting={t('Looking for calls')}>
        {found =>
          rowsOf(found).length === 0 ? (
            <p>{t('Nobody has said yet that a call was not good.')}</p>
          ) : (
            <Card>
              <BadCalls calls={rowsOf(found)} />
              <ShowMore query={query} />
            </Card>
          )
        }
      </Answered>
    </section>
  )
}
