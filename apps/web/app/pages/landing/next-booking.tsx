import type { Page, SessionRequest } from '@parley/contract'
import { useEffect, useState } from 'react'
import { api } from '../../api/browser.ts'
import { placeOf } from '../../features/requests/list/place-of.ts'
import { RequestItem } from '../../features/requests/list/request-item.tsx'
import { t } from '../../language/text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageSection } from '../../ui/page-section.tsx'
import { ShareButton } from '../../ui/share/share-button.tsx'

/** Their next open call; `unknown` where it could not be loaded. */
type NextCall = 'loading' | 'unknown' | 'none' | SessionRequest

/** The next open call of an influencer. */
export function useNextBooking(username: string): NextCall {
  const [next, setNext] = useState<NextCall>('loading')
  useEffect(() => {
    const abort = new AbortController()
    const path = `/api/parley/${username}/parley_request/?open=calls&page_size=1`
    api
      .get<Page<SessionRequest>>(path, { signal: abort.signal })
      .then(({ results }) => setNext(results[0] ?? 'none'))
      // The badge in the header leads to the requests without it.
      .catch(() => setNext('unknown'))
    return () => abort.abort()
  }, [username])
  return next
}

/** The next call of an influencer, with its ticket and the way to all others. */
export function NextBooking({ request, username }: { request: SessionRequest; username: string }) {
  const { to, words } = placeOf(request, { username, answersHere: false })
  return (
    <PageSection title={request.timeRange ? t('Who is next') : t('Your sessions')}>
      <ul>
        <RequestItem
          request={request}
          viewer={{ username }}
          actions={
            <ButtonLink
              to={to}
              variant={
                request.state === 'offered' && request.request_type === 'private' ? 'primary' : 'secondary'
              }
            >
              {words}
            </ButtonLink>
          }
        />
      </ul>
    </PageSection>
  )
}

/** What leads to a booking where none is open and all steps of the checklist are done. */
export function NoBooking({ username }: { username: string }) {
  return (
    <PageSection title={t('No call is booked at the moment')}>
      <p>{t('Share your link where your audience is: whoever opens it can book you.')}</p>
      <p>
        <ShareButton path={`/profile/${username}`} title={t('{name} on Parley', { name: `@${username}` })} />
      </p>
    </PageSection>
  )
}
