import type { SessionRequest } from '@parley/contract'
import { REJECT_REASON_MAX } from '@parley/contract/constants'
import { useState } from 'react'
import { priceText } from '../../../language/prices.ts'
import { t } from '../../../language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/form/field.tsx'
import { Sheet } from '../../../ui/sheet.tsx'

export interface RejectSheetProps {
  request: SessionRequest | null
  busy: boolean
  onCancel: () => void
  onReject: (request: SessionRequest, reason: string) => void
}

/** Asks for a reason before a request is rejected. */
export function RejectSheet({ request, busy, onCancel, onReject }: RejectSheetProps) {
  const [reason, setReason] = useState('')
  const refund = request?.payment.stripe_intent_confirmed
    ? { requester: request.user.username, amount: priceText(request.amount) }
    : null
  return (
    <Sheet
      open={request !== null}
      onOpenChange={open => {
        if (!open) onCancel()
      }}
      title={t('Reject this request?')}
      description={
        refund ? t('@{requester} gets {amount} back at once.', refund) : t('Nothing was paid for it yet.')
      }
      actions={
        <>
          <Button onClick={onCancel}>{t('Cancel')}</Button>
          <Button look="danger" busy={busy} onClick={() => request && onReject(request, reason)}>
            {t('Reject')}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('Reason (optional)')}
        rows={3}
        maxLength={REJECT_REASON_MAX}
        value={reason}
        onChange={event => setReason(event.target.value)}
      />
    </Sheet>
  )
}
