import type { Page, StaffProblem } from '@parley/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'
import { ProblemQueue } from '../../features/staff/problem-queue.tsx'
import css from '../../features/staff/staff.module.css'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Answered } from './desk-frame.tsx'

const PAGE_SIZE = 100

/** The calls with which something was wrong and that nobody has settled; their money waits. */
export function ProblemList() {
  const query = useInfiniteQuery({
    queryKey: ['staff', 'problems'],
    queryFn: ({ pageParam, signal }) => api.get<Page<StaffProblem>>(pageParam, { signal }),
    initialPageParam: `/api/staff/problems/?page_size=${PAGE_SIZE}`,
    getNextPageParam: last => last.next,
  })
  return (
    <section aria-label={t('Problems with calls')} className={css.grid}>
      <h2>{t('Problems with calls')}</h2>
      <Answered query={query} waiting={t('Looking for problems')}>
        {({ pages }) => {
          const problems = pages.flatMap(page => page.results)
          if (problems.length === 0) return <p>{t('No call waits to be settled.')}</p>
          const count = String(pages.at(-1)?.count ?? 0)
          return (
            <Card>
              <ProblemQueue problems={problems} />
              {query.hasNextPage && (
                <>
                  <p className={css.muted}>
                    {t('{shown} of {count} calls are shown.', { shown: String(problems.length), count })}
                  </p>
                  <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                    {t('Show more')}
                  </Button>
                </>
              )}
            </Card>
          )
        }}
      </Answered>
    </section>
  )
}
