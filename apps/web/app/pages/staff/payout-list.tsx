import type { StaffPayout } from '@parley/contract'
import { useState } from 'react'
import { PayoutQueue } from '../../features/staff/payout-queue.tsx'
import css from '../../features/staff/staff.module.css'
import { t } from '../../language/text.ts'
import { Card } from '../../ui/card.tsx'
import { Answered } from './desk-frame.tsx'
import { rowsOf, ShowMore, StateTabs, useDeskPages } from './desk-pages.tsx'

const STATES = ['open', 'closed'] as const

/** Open payouts, the soonest first; or sent ones, the newest first. */
export function PayoutList() {
  const [state, setState] = useState<(typeof STATES)[number]>('open')
  const query = useDeskPages<StaffPayout>('payouts', `/api/staff/payouts/?state=${state}`)
  return (
    <section aria-label={t('Payouts')} className={css.part}>
      <h2>{t('Payouts')}</h2>
      <StateTabs
        states={STATES}
        wordsOf={each => (each === 'open' ? t('To be paid') : t('Paid out'))}
        chosen={state}
        onChoose={setState}
      />
      <Answered query={query} waiting={t('Looking for payouts')}>
        {found =>
          rowsOf(found).length === 0 ? (
            <p>{state === 'open' ? t('Nothing waits to be paid out.') : t('Nothing was paid out yet.')}</p>
          ) : (
            <Card>
              <PayoutQueue payouts={rowsOf(found)} />
              <ShowMore query={query} />
            </Card>
          )
        }
      </Answered>
    </section>
  )
}
