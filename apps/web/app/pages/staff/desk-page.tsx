import type { StaffFound, StaffReport } from '@parley/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../api/browser.ts'
import { AgeCheckLine } from '../../features/staff/age-card.tsx'
import { rolesText } from '../../features/staff/code-words.ts'
import { Found } from '../../features/staff/found.tsx'
import { Queue } from '../../features/staff/queue.tsx'
import css from '../../features/staff/staff.module.css'
import { t } from '../../language/text.ts'
import { Card } from '../../ui/card.tsx'
import { AppealList } from './appeal-list.tsx'
import { BadCallList } from './bad-call-list.tsx'
import { Answered, DeskFrame } from './desk-frame.tsx'
import { rowsOf, ShowMore, StateTabs, useDeskPages } from './desk-pages.tsx'
import { SearchForm, useSearched } from './desk-search.tsx'
import { DisputeList } from './dispute-list.tsx'
import { PayoutList } from './payout-list.tsx'
import { PendingList } from './pending-list.tsx'
import { ProblemList } from './problem-list.tsx'
import { hasRole, useStaffMe } from './staff-me.ts'

const STATES = ['open', 'decided'] as const

function Cases() {
  const [state, setState] = useState<(typeof STATES)[number]>('open')
  const query = useDeskPages<StaffReport>('reports', `/api/staff/reports/?state=${state}`)
  return (
    <section aria-label={t('Reports')} className={css.part}>
      <h2>{t('Reports')}</h2>
      <StateTabs
        states={STATES}
        wordsOf={each => (each === 'open' ? t('Not decided') : t('Decided'))}
        chosen={state}
        onChoose={setState}
      />
      <Answered query={query} waiting={t('Looking for cases')}>
        {found =>
          rowsOf(found).length === 0 ? (
            <p>{state === 'open' ? t('No report waits to be decided.') : t('None has been decided yet.')}</p>
          ) : (
            <Card>
              <Queue reports={rowsOf(found)} />
              <ShowMore query={query} />
            </Card>
          )
        }
      </Answered>
    </section>
  )
}

function Search() {
  const q = useSearched()
  const query = useQuery({
    queryKey: ['staff', 'search', q],
    enabled: q !== null,
    queryFn: ({ signal }) =>
      api.get<StaffFound>(`/api/staff/people/?q=${encodeURIComponent(q ?? '')}`, { signal }),
  })
  return (
    <section aria-label={t('Search')}>
      <SearchForm label={t('A person, a call or a payment')} />
      {q !== null && (
        <Answered query={query} waiting={t('Searching')}>
          {found => (
            <Card>
              <Found found={found} />
            </Card>
          )}
        </Answered>
      )}
    </section>
  )
}

function Desk() {
  const me = useStaffMe()
  return (
    <Answered query={me} waiting={t('One moment')}>
      {staff => (
        <>
          <p className={css.muted}>{t('You are here as {roles}.', { roles: rolesText(staff.roles) })}</p>
          <Search />
          {/* Before the lists, which may be long. */}
          {hasRole(staff, 'admin') && (
            <Link to="/staff/audit" className={css.more}>
              {t('What staff looked at and did')}
            </Link>
          )}
          <PendingList />
          {hasRole(staff, 'finance') && (
            <>
              <ProblemList />
              <DisputeList />
              <PayoutList />
            </>
          )}
          {hasRole(staff, 'moderator') && (
            <>
              <Cases />
              <AppealList />
            </>
          )}
          {/* Nothing of it waits for a decision, so it comes last. */}
          <BadCallList />
          <div className={css.part}>
            <AgeCheckLine check={staff.age_check} />
          </div>
        </>
      )}
    </Answered>
  )
}

/** The first page of the desk: the open cases, the oldest first, and the search. */
export function DeskPage() {
  return (
    <DeskFrame isFirst title={t('The desk')}>
      <Desk />
    </DeskFrame>
  )
}
