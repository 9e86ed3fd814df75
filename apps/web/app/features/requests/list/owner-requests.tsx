import type { SessionRequest } from '@parley/contract'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/browser.ts'
import { errorText } from '../../../api/errors.ts'
import { t } from '../../../language/text.ts'
import { alerts } from '../../../ui/alerts/alerts.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/waiting/skeleton.tsx'
import { CopyLink } from '../link/copy-link.tsx'
import { RejectSheet } from './reject-sheet.tsx'
import type { ShieldFor } from './request-item.tsx'
import { RequestList } from './request-list.tsx'
import { useRequests } from './use-requests.ts'

interface Answer {
  request: SessionRequest
  kind: 'accept' | 'reject'
  reason: string
}

function sendAnswer({ request, kind, reason }: Answer): Promise<SessionRequest> {
  const body = kind === 'reject' && reason.trim() !== '' ? { reason } : {}
  return api.post<SessionRequest>(`/api/influencer/requests/${request.id}/${kind}/`, body)
}

const mayAnswer = (request: SessionRequest) =>
  request.state === 'offered' && request.request_type === 'private'

interface OwnerRequestsProps {
  username: string
  /** What else the influencer may do about a request, and how the list learns of it. */
  moreFor?: (request: SessionRequest, changed: (request: SessionRequest) => void) => ReactNode
  shieldFor?: ShieldFor
}

/** What people asked of the influencer; accepted and rejected from here. */
export function OwnerRequests({ username, moreFor, shieldFor }: OwnerRequestsProps) {
  const list = useRequests(username)
  const [rejecting, setRejecting] = useState<SessionRequest | null>(null)
  const answer = useMutation({
    mutationFn: sendAnswer,
    onSuccess: request => {
      list.put(request)
      setRejecting(null)
    },
    onError: error => {
      alerts.error(errorText(error))
      void list.refetch()
    },
  })
  if (list.isPending) return <Skeleton height="180px" />
  if (list.isError && list.requests.length === 0) {
    return (
      <EmptyState action={<Button onClick={() => void list.refetch()}>{t('Try again')}</Button>}>
        {errorText(list.error)}
      </EmptyState>
    )
  }
  if (list.requests.length === 0) {
    return (
      <EmptyState title={<h1>{t('No requests yet')}</h1>} action={<CopyLink path={`/profile/${username}`} />}>
        {t("Share your profile's link, and they will be here.")}
      </EmptyState>
    )
  }
  const busyWith = answer.isPending ? answer.variables.request.id : null
  return (
    <>
      <h1 className="visually-hidden">{t('Your sessions')}</h1>
      <RequestList
        requests={list.requests}
        viewer={{ username }}
        shieldFor={shieldFor}
        actionsFor={request => {
          const more = moreFor?.(request, list.put)
          if (!more && !mayAnswer(request)) return null
          return (
            <>
              {more}
              {mayAnswer(request) && (
                <>
                  <Button onClick={() => setRejecting(request)}>{t('Reject')}</Button>
                  <Button
                    look="primary"
                    busy={busyWith === request.id}
                    onClick={() => answer.mutate({ request, kind: 'accept', reason: '' })}
                  >
                    {t('Accept')}
                  </Button>
                </>
              )}
            </>
          )
        }}
      />
      <RejectSheet
        request={rejecting}
        busy={answer.isPending}
        onCancel={() => setRejecting(null)}
        onReject={(request, reason) => answer.mutate({ request, kind: 'reject', reason })}
      />
    </>
  )
}
