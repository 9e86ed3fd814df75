import type { SessionRequest } from '@parley/contract'
import { t } from '../../../language/text.ts'
import { PageSection } from '../../../ui/page-section.tsx'
import { openPrepaidCalls } from '../list/request-groups.ts'
import { RequestItem } from '../list/request-item.tsx'
import css from '../list/request-list.module.css'

interface PrepaidCallsProps {
  requests: readonly SessionRequest[]
  /** The username of the person whose page it is. */
  performer: string
  viewer: { username: string }
}

/** The way back into prepaid calls, on the performer's page; it renders nothing if there is no such call. */
export function PrepaidCalls({ requests, performer, viewer }: PrepaidCallsProps) {
  const calls = openPrepaidCalls(requests, performer)
  if (calls.length === 0) return null
  return (
    <PageSection title={t('Prepaid calls')}>
      <ul className={css.list}>
        {calls.map(request => (
          <RequestItem key={request.id} request={request} viewer={viewer} />
        ))}
      </ul>
    </PageSection>
  )
}
