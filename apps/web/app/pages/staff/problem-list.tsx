import type { Page, StaffProblem } from '@parley/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'
import { ProblemQueue } from '../../features/staff/problem-queue.tsx'
import css from '../../features/staff/staff.module.css'
import { t } from '../../language/text.ts'
import { Card } from '../../ui/card.tsx'
import { Answered } from './desk-frame.tsx'

/** The calls with which something was wrong and that nobody has settled; their money waits. */
export function ProblemList() {
  const query = useQuery({
    queryKey: ['staff', 'problems'],
    queryFn: ({ signal }) => api.get<Page<StaffProblem>>('/api/staff/problems/?page_size=100', { signal }),
  })
  return (
    <section aria-label={t('Problems with calls')} className={css.grid}>
      <h2>{t('Problems with calls')}</h2>
      <Answered query={query} waiting={t('Looking for problems')}>
        {page =>
          page.results.length === 0 ? (
            <p>{t('No call waits to be settled.')}</p>
          ) : (
            <Card>
              <ProblemQueue problems={page.results} />
            </Card>
          )
        }
      </Answered>
    </section>
  )
}
