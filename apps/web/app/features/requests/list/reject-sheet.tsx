import type { SessionRequest } from '@parley/contract'
import { REJECT_REASON_MAX } from '@parley/contract/constants'
import { t } from '../../../language/text.ts'
import { useWordsFor } from '../../../store/use-words-for.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/form/field.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { rejectText } from '../money-back/money-back-words.ts'

export interface RejectSheetProps {
  request: SessionRequest | null
  busy: boolean
  onCancel: () => void
  onReject: (request: SessionRequest, reason: string) => void
}

/** What the sheet says: an accepted call is called off, an offered one is rejected. */
function wordsFor(request: SessionRequest | null) {
  const buyer = request?.user.username ?? ''
  if (request?.state === 'accepted') {
    return {
      title: t('Call off this call?'),
      effect: request.timeRange
        ? t('All the money goes back to @{buyer}, and both calendars take it out.', { buyer })
        : t('All the money goes back to @{buyer}.', { buyer }),
      press: t('Call off'),
    }
  }
  return {
    title: t('Reject this request?'),
    effect: request ? rejectText(request) : '',
    press: t('Reject'),
  }
}

/** Asks for a reason before a request is rejected or called off. */
export function RejectSheet({ request, busy, onCancel, onReject }: RejectSheetProps) {
  const [reason, setReason] = useWordsFor(request?.id ?? null)
  const { title, effect, press } = wordsFor(request)
  return (
    <Sheet
      open={request !== null}
      onOpenChange={open => {
        if (!open) onCancel()
      }}
      title={title}
      description={effect}
      actions={
        <>
          <Button onClick={onCancel}>{t('Cancel')}</Button>
          <Button variant="danger" busy={busy} onClick={() => request && onReject(request, reason)}>
            {press}
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
