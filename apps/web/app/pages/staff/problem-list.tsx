import type { StaffProblem } from '@parley/contract'
import { ProblemQueue } from '../../features/staff/problem-queue.tsx'
import css from '../../features/staff/staff.module.css'
import { t } from '../../language/text.ts'
import { Card } from '../../ui/card.tsx'
import { Answered } from './desk-frame.tsx'
import { rowsOf, ShowMore, useDeskPages } from './desk-pages.tsx'

/** The calls with an open problem; their money waits. */
export function ProblemList() {
  const query = useDeskPages<StaffProblem>('problems', '/api/staff/problems/')
  return (
    <section aria-label={t('Problems with calls')} className={css.grid}>
      <h2>{t('Problems with calls')}</h2>
      <Answered query={query} waiting={t('Looking for problems')}>
        {found =>
          rowsOf(found).length === 0 ? (
            <p>{t('No call waits to be settled.')}</p>
          ) : (
            <Card>
              <ProblemQueue problems={rowsOf(found)} />
              <ShowMore query={query} />
            </Card>
          )
        }
      </Answered>
    </section>
  )
}
