import type { SessionRequest } from '@parley/contract'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/browser.ts'
import { errorText } from '../../../api/errors.ts'
import { useShownZone } from '../../../language/shown-zone.ts'
import { t } from '../../../language/text.ts'
import { alerts } from '../../../ui/alerts/alerts.ts'
import { Button } from '../../../ui/button.tsx'
import { besideText } from './agreed-time.ts'
import { RejectSheet } from './reject-sheet.tsx'
import css from './request-item.module.css'

interface Answer {
  request: SessionRequest
  kind: 'accept' | 'reject'
  reason: string
}

function sendAnswer({ request, kind, reason }: Answer): Promise<SessionRequest> {
  const body = kind === 'reject' && reason.trim() !== '' ? { reason } : {}
  return api.post<SessionRequest>(`/api/influencer/requests/${request.id}/${kind}/`, body)
}

export const mayAnswer = (request: SessionRequest) =>
  request.state === 'offered' && request.request_type === 'private'

/**
 * Whether the influencer may call off what they accepted, also where they gave a part of the price back; the server
 * refuses it once the call has begun.
 */
const mayCallOff = ({ state, request_type, payment, used_duration }: SessionRequest) =>
  state === 'accepted' &&
  request_type === 'private' &&
  (payment.status === 'paid' || payment.status === 'partly_refunded') &&
  used_duration === 0

/** Further actions of the influencer for a request, and the callback that updates the list. */
export type MoreFor = (request: SessionRequest, changed: (request: SessionRequest) => void) => ReactNode

interface List {
  requests: readonly SessionRequest[]
  put: (request: SessionRequest) => void
  refetch: () => unknown
}

/**
 * Lets an influencer accept, reject and call off requests: the buttons of a request, and the sheet that asks for a
 * reason.
 */
export function useOwnerAnswers(list: List, moreFor?: MoreFor) {
  const zone = useShownZone()
  const [rejecting, setRejecting] = useState<SessionRequest | null>(null)
  const answer = useMutation({
    mutationFn: sendAnswer,
    onSuccess: request => {
      list.put(request)
      // The sheet may be open for another one by now.
      setRejecting(open => (open?.id === request.id ? null : open))
    },
    onError: error => {
      alerts.error(errorText(error))
      void list.refetch()
    },
  })
  const busyWith = answer.isPending ? answer.variables.request.id : null
  const actionsFor = (request: SessionRequest): ReactNode => {
    const more = moreFor?.(request, list.put)
    if (!more && !mayAnswer(request) && !mayCallOff(request)) return null
    const beside = mayAnswer(request) ? besideText(request, zone) : null
    return (
      <>
        {beside !== null && <p className={css.beside}>{beside}</p>}
        {more}
        {mayCallOff(request) && (
          <Button variant="quiet" onClick={() => setRejecting(request)}>
            {t('Call off')}
          </Button>
        )}
        {mayAnswer(request) && (
          <>
            <Button onClick={() => setRejecting(request)}>{t('Reject')}</Button>
            <Button
              variant="primary"
              busy={busyWith === request.id}
              onClick={() => answer.mutate({ request, kind: 'accept', reason: '' })}
            >
              {t('Accept')}
            </Button>
          </>
        )}
      </>
    )
  }
  const sheet = (
    <RejectSheet
      request={rejecting}
      busy={answer.isPending}
      onCancel={() => setRejecting(null)}
      onReject={(request, reason) => answer.mutate({ request, kind: 'reject', reason })}
    />
  )
  return { actionsFor, sheet }
}
