import type { Page, StaffAction, StaffPerson, StaffRequest } from '@parley/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'
import { AuditList } from '../../features/staff/audit-list.tsx'
import { FoundRequests } from '../../features/staff/found.tsx'
import css from '../../features/staff/staff.module.css'
import { Story } from '../../features/staff/story.tsx'
import { t } from '../../language/text.ts'
import { Card } from '../../ui/card.tsx'
import { Answered, DeskFrame } from './desk-frame.tsx'
import { RequestParts } from './request-parts.tsx'

function Request({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['staff', 'request', id],
    queryFn: ({ signal }) => api.get<StaffRequest>(`/api/staff/requests/${id}/`, { signal }),
  })
  return (
    <Answered query={query} waiting={t('Looking for the call')}>
      {request => <RequestParts request={request} />}
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

function Person({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['staff', 'person', id],
    queryFn: ({ signal }) => api.get<StaffPerson>(`/api/staff/people/${id}/`, { signal }),
  })
  return (
    <Answered query={query} waiting={t('Looking for the person')}>
      {person => (
        <div className={css.grid}>
          <Card>
            <Story story={person} title={`@${person.username}`} />
          </Card>
          <Card>
            <h2>{t('Their last calls and places')}</h2>
            {person.requests.length === 0 ? (
              <p>{t('They have none.')}</p>
            ) : (
              <FoundRequests requests={person.requests} />
            )}
          </Card>
        </div>
      )}
    </Answered>
  )
}

/** A person as the desk sees them. */
export function StaffPersonPage({ id }: { id: string }) {
  return (
    <DeskFrame title={t('A person')}>
      <Person key={id} id={id} />
    </DeskFrame>
  )
}

function Audit() {
  const query = useQuery({
    queryKey: ['staff', 'actions'],
    queryFn: ({ signal }) => api.get<Page<StaffAction>>('/api/staff/actions/?page_size=100', { signal }),
  })
  return (
    <Answered query={query} waiting={t('Looking for what was done')}>
      {page => <AuditList actions={page.results} />}
    </Answered>
  )
}

/** What staff looked at and did. */
export function AuditPage() {
  return (
    <DeskFrame title={t('What staff looked at and did')}>
      <Audit />
    </DeskFrame>
  )
}
