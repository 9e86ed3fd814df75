import type { RequestMoneyBack, SessionRequest } from '@parley/contract'
import { formatAmount, penceOf } from '@parley/contract/money'
import { useState } from 'react'
import { api } from '../../../api/browser.ts'
import { ApiError } from '../../../api/errors.ts'
import { priceText } from '../../../language/prices.ts'
import { useShownZone } from '../../../language/shown-zone.ts'
import { msg, t } from '../../../language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { cancelText } from '../money-back/money-back-words.ts'
import { refundedPence } from '../receipt/receipt-facts.ts'
import { useRequestChange } from '../use-request-change.ts'

interface CancelWords {
  button: string
  title: string
  /** The consequence for an unpaid request. */
  unpaid: string
}
const CANCEL_WORDS: CancelWords = {
  button: msg('Cancel request'),
  title: msg('Cancel this request?'),
  unpaid: msg('Nothing has been paid. You can book again at any time.'),
}
/** The same for a prepaid link. */
export const REVOKE_WORDS: CancelWords = {
  button: msg('Revoke'),
  title: msg('Revoke this link?'),
  unpaid: msg('Nothing has been paid. The link will not work any more.'),
}

export interface CancelRequestProps {
  request: SessionRequest
  cancelled: (request: SessionRequest) => void
  words?: CancelWords
  /** A payment of it is being processed. */
  disabled?: boolean
  /** The button has a row of its own. */
  atEdge?: boolean
}

function consequence(request: SessionRequest, { words, zone }: { words: CancelWords; zone: string }): string {
  const back = request.money_back
  if (back?.next || back?.now?.cause === 'cancelled_late') return cancelText(request, zone) ?? ''
  if (!request.payment.stripe_intent_confirmed) return t(words.unpaid)
  return t('You get {amount} back, all of it.', { amount: priceText(backNow(request)) })
}

/** The current refund of a cancellation, as the server calculated it. */
function backNow(request: SessionRequest): string {
  const { payment, money_back: back } = request
  if (back?.now) return back.now.amount
  return payment.stripe_intent_confirmed
    ? formatAmount(penceOf(request.amount ?? '0.00') - refundedPence(request))
    : '0.00'
}

/** The server's new refund, when it refused the shown one. */
function newMoneyBack(error: unknown): RequestMoneyBack | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { body } = error
  if (typeof body !== 'object' || body === null || !('money_back' in body)) return null
  return body.money_back as RequestMoneyBack
}

/** Lets the payer cancel a request, as long as none of its time was used. */
export function CancelRequest({
  request: loaded,
  cancelled,
  words = CANCEL_WORDS,
  disabled,
  atEdge = false,
}: CancelRequestProps) {
  const zone = useShownZone()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const [newer, setNewer] = useState<RequestMoneyBack | null>(null)
  const request = newer ? { ...loaded, money_back: newer } : loaded
  const cancel = useRequestChange({
    mutationFn: () =>
      api.post<SessionRequest>(`/api/influencer/parley_requests/${request.id}/cancel/`, {
        // The server refunds exactly the shown sum, or refuses.
        ...(request.payment.stripe_intent_confirmed ? { expect: backNow(request) } : {}),
      }),
    onSuccess: (answer: SessionRequest) => {
      setSheetOpen(false)
      cancelled(answer)
    },
    // The sum has changed: the new one is shown and must be confirmed.
    onError: error => setNewer(newMoneyBack(error)),
  })
  if (request.used_duration > 0) return null
  return (
    <>
      <Button
        variant="quiet"
        atEdge={atEdge}
        disabled={disabled}
        // The second press of a double click was meant for the button that was here before.
        onClick={({ detail }) => detail <= 1 && setSheetOpen(true)}
      >
        {t(words.button)}
      </Button>
      <Sheet
        open={isSheetOpen}
        onOpenChange={setSheetOpen}
        title={t(words.title)}
        description={consequence(request, { words, zone })}
        actions={
          <>
            <Button onClick={() => setSheetOpen(false)}>{t('Keep it')}</Button>
            <Button variant="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
              {t(words.button)}
            </Button>
          </>
        }
      />
    </>
  )
}
