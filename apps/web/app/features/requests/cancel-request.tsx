import type { SessionRequest } from '@parley/contract'
import { CURRENCY_SIGN } from '@parley/contract/constants'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { alerts } from '../../ui/alerts.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'

export interface CancelRequestProps {
  request: SessionRequest
  cancelled: (request: SessionRequest) => void
}

function consequence(request: SessionRequest): string {
  if (!request.payment.stripe_intent_confirmed)
    return 'Nothing has been paid. You can book again at any time.'
  return `You get ${CURRENCY_SIGN}${request.amount} back, all of it.`
}

/** The payer takes a request back, as long as no time of it was used. */
export function CancelRequest({ request, cancelled }: CancelRequestProps) {
  const [asking, setAsking] = useState(false)
  const cancel = useMutation({
    mutationFn: () => api.post<SessionRequest>(`/api/influencer/parley_requests/${request.id}/cancel/`, {}),
    onSuccess: answer => {
      setAsking(false)
      cancelled(answer)
    },
    onError: error => alerts.error(errorText(error)),
  })
  if (request.used_duration > 0) return null
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        Cancel request
      </Button>
      <Sheet
        open={asking}
        onOpenChange={setAsking}
        title="Cancel this request?"
        description={consequence(request)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Keep it</Button>
            <Button look="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
              Cancel request
            </Button>
          </>
        }
      />
    </>
  )
}
