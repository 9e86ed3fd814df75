import type { StaffFound, StaffReport } from '@parley/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../api/browser.ts'
import { AgeCheckLine } from '../../features/staff/age-card.tsx'
import { rolesText } from '../../features/staff/code-words.ts'
import { Found } from '../../features/staff/found.tsx'
import { Queue } from '../../features/staff/queue.tsx'
import css from '../../features/staff/staff.module.css'
import { plural, t } from '../../language/text.ts'
import { Card } from '../../ui/card.tsx'
import { AppealList } from './appeal-list.tsx'
import { BadCallList } from './bad-call-list.tsx'
import { DeskCases } from './desk-cases.tsx'
import { Answered, DeskFrame } from './desk-frame.tsx'
import { SearchForm, useSearched } from './desk-search.tsx'
import { DisputeList } from './dispute-list.tsx'
import { PayoutList } from './payout-list.tsx'
import { PendingList } from './pending-list.tsx'
import { ProblemList } from './problem-list.tsx'
import { hasRole, useStaffMe } from './staff-me.ts'

function Cases() {
  return (
    <DeskCases<StaffReport>
      name="reports"
      title={t('Reports')}
      waiting={t('Looking for cases')}
      states={[
        { state: 'open', tab: t('Not decided'), none: t('No report waits to be decided.') },
        { state: 'decided', tab: t('Decided'), none: t('None has been decided yet.') },
      ]}
    >
      {(reports, more) => (
        <Card>
          <Queue reports={reports} />
          {more}
        </Card>
      )}
    </DeskCases>
  )
}

const resultsText = ({ people, requests }: StaffFound) =>
  plural(people.length + requests.length, { one: '{count} result', other: '{count} results' })

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
      {/* The results appear below the field, which keeps the focus: a screen reader says that they are there. */}
      <p role="status" className="visually-hidden">
        {query.data && resultsText(query.data)}
      </p>
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
