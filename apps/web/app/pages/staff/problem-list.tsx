import type { StaffProblem } from '@parley/contract'
import { useState } from 'react'
import { ProblemQueue } from '../../features/staff/problem-queue.tsx'
import css from '../../features/staff/staff.module.css'
import { t } from '../../language/text.ts'
import { Card } from '../../ui/card.tsx'
import { Answered } from './desk-frame.tsx'
import { rowsOf, ShowMore, StateTabs, useDeskPages } from './desk-pages.tsx'

const STATES = ['open', 'closed'] as const

/** The calls with a problem: the open ones, whose money waits, the oldest first; or the closed ones. */
export function ProblemList() {
  const [state, setState] = useState<(typeof STATES)[number]>('open')
  const query = useDeskPages<StaffProblem>('problems', `/api/staff/problems/?state=${state}`)
  return (
    <section aria-label={t('Problems with calls')} className={css.part}>
      <h2>{t('Problems with calls')}</h2>
      <StateTabs
        states={STATES}
        wordsOf={each => (each === 'open' ? t('Not decided') : t('Decided'))}
        chosen={state}
        onChoose={setState}
      />
      <Answered query={query} waiting={t('Looking for problems')}>
        {found =>
          rowsOf(found).length === 0 ? (
            <p>
              {state === 'open' ? t('No call waits to be settled.') : t('No problem has been decided yet.')}
            </p>
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
