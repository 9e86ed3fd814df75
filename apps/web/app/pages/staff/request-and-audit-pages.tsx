import type { StaffAction, StaffRequest } from '@parley/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'
import { AuditList } from '../../features/staff/audit/audit-list.tsx'
import { t } from '../../language/text.ts'
import { Answered, DeskFrame } from './desk-frame.tsx'
import { rowsOf, ShowMore, useDeskPages } from './desk-pages.tsx'
import { SearchForm, useSearched } from './desk-search.tsx'
import { GivingBack } from './giving-back.tsx'
import { RequestDetails } from './request-details.tsx'

function Request({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['staff', 'request', id],
    queryFn: ({ signal }) => api.get<StaffRequest>(`/api/staff/requests/${id}/`, { signal }),
  })
  return (
    <Answered query={query} waiting={t('Looking for the call')}>
      {request => (
        <>
          <RequestDetails request={request} />
          <GivingBack request={request} />
        </>
      )}
    </Answered>
  )
}

/** Why a call failed, and where its money is, on one page. */
export function StaffRequestPage({ id }: { id: string }) {
  return (
    <DeskFrame title={t('A call and its money')}>
      <Request key={id} id={id} />
    </DeskFrame>
  )
}

function Audit() {
  const q = useSearched()
  const of = q === null ? '' : (`?q=${encodeURIComponent(q)}` as const)
  const query = useDeskPages<StaffAction>('actions', `/api/staff/actions/${of}`)
  return (
    <>
      <SearchForm label={t('Who looked, or who was looked at')} />
      <Answered query={query} waiting={t('Looking for what was done')}>
        {found =>
          rowsOf(found).length === 0 ? (
            <p>{t('Nothing was found.')}</p>
          ) : (
            <>
              <AuditList actions={rowsOf(found)} />
              <ShowMore query={query} />
            </>
          )
        }
      </Answered>
    </>
  )
}

/** What staff viewed and did. */
export function AuditPage() {
  return (
    <DeskFrame title={t('What staff looked at and did')}>
      <Audit />
    </DeskFrame>
  )
}
