import type { SessionRequest } from '@parley/contract'
import { useState } from 'react'
import { api } from '../../../api/browser.ts'
import { priceText } from '../../../language/prices.ts'
import { t } from '../../../language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { GiveCall } from '../gifts/give-call.tsx'
import { isOpen } from '../link/session-link.tsx'
import { CancelRequest, REVOKE_WORDS } from '../list/cancel-request.tsx'
import { RejectSheet } from '../list/reject-sheet.tsx'
import { useRequestChange } from '../use-request-change.ts'
import { PrepaidItem } from './prepaid-item.tsx'
import css from './prepaid-list.module.css'

export interface PrepaidListProps {
  requests: readonly SessionRequest[]
  viewer: { username: string }
  changed: (request: SessionRequest) => void
  onPay: (request: SessionRequest) => void
}

interface ActionsProps extends Omit<PrepaidListProps, 'requests'> {
  request: SessionRequest
  onReject: () => void
}

function Actions({ request, viewer, changed, onPay, onReject }: ActionsProps) {
  const isPaid = request.payment.stripe_intent_confirmed
  if (request.user.username !== viewer.username) {
    // Somebody who attends a gift of the buyer has nothing to reject.
    const isPerformer = request.influencer?.user.username === viewer.username
    return (
      isPerformer &&
      request.used_duration === 0 && (
        <Button variant="quiet" onClick={onReject}>
          {t('Reject')}
        </Button>
      )
    )
  }
  return (
    <>
      {!isPaid && (
        <Button onClick={() => onPay(request)}>
          {t('Pay {amount}', { amount: priceText(request.amount) })}
        </Button>
      )}
      <GiveCall request={request} changed={changed} />
      <CancelRequest request={request} cancelled={changed} words={REVOKE_WORDS} />
    </>
  )
}

function useReject(changed: (request: SessionRequest) => void) {
  const [rejecting, setRejecting] = useState<SessionRequest | null>(null)
  const send = useRequestChange({
    mutationFn: ({ request, reason }: { request: SessionRequest; reason: string }) =>
      api.post<SessionRequest>(
        `/api/influencer/requests/${request.id}/reject/`,
        reason.trim() === '' ? {} : { reason },
      ),
    onSuccess: request => {
      setRejecting(null)
      changed(request)
    },
  })
  return { rejecting, setRejecting, send }
}

/** The prepaid requests that a person created or accepted. */
export function PrepaidList({ requests, viewer, changed, onPay }: PrepaidListProps) {
  const { rejecting, setRejecting, send } = useReject(changed)
  // As the list has it now: one that was rejected, and whose answer was lost, cannot be rejected again.
  const inQuestion = requests.find(request => request.id === rejecting?.id && isOpen(request)) ?? null
  return (
    <section aria-labelledby="prepaid-list">
      <h2 id="prepaid-list" className={css.heading}>
        {t('Your links')}
      </h2>
      <ul className={css.list}>
        {requests.map(request => (
          <PrepaidItem
            key={request.id}
            request={request}
            viewer={viewer}
            actions={
              isOpen(request) && (
                <Actions
                  request={request}
                  viewer={viewer}
                  changed={changed}
                  onPay={onPay}
                  onReject={() => setRejecting(request)}
                />
              )
            }
          />
        ))}
      </ul>
      <RejectSheet
        request={inQuestion}
        busy={send.isPending}
        onCancel={() => setRejecting(null)}
        onReject={(request, reason) => send.mutate({ request, reason })}
      />
    </section>
  )
}
