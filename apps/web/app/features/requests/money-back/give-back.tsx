import type { SessionRequest } from '@parley/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../../api/browser.ts'
import { ApiError, errorText, isAnswerLost } from '../../../api/errors.ts'
import { priceText } from '../../../language/prices.ts'
import { t } from '../../../language/text.ts'
import { newUuid } from '../../../store/new-uuid.ts'
import { serverNowMs } from '../../../store/server-clock.ts'
import { alerts } from '../../../ui/alerts/alerts.ts'
import { ProblemPlace } from '../../../ui/alerts/problem-place.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/field.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { receiptSums } from '../receipt/receipt-facts.ts'
import css from './give-back.module.css'
import { mayGiveBack, readBack } from './may-give-back.ts'

interface GiveBackProps {
  request: SessionRequest
  viewer: { username: string }
  changed: (request: SessionRequest) => void
  /** The server refused, or its answer was lost: what is shown may be old. */
  failed: () => void
}

/** A refused amount without the name of its field, or any other error. */
function refusedText(error: unknown): string {
  const amount = error instanceof ApiError ? error.fields?.amount?.[0] : undefined
  return amount === undefined ? errorText(error) : t(amount)
}

function useGiveBack({ request, changed, failed }: GiveBackProps) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [uuid, setUuid] = useState('')
  const buyer = request.user.username
  const give = useMutation({
    mutationFn: (amount: string) =>
      api.post<SessionRequest>(`/api/influencer/requests/${request.id}/give-back/`, { amount, uuid }),
    onSuccess: (answer, amount) => {
      setOpen(false)
      setTyped('')
      changed(answer)
      alerts.message(t('{amount} goes back to @{buyer}.', { amount: priceText(amount), buyer }))
    },
    onError: failed,
  })
  function open() {
    // After a lost answer the same uuid is sent again: the server gives back once for each uuid.
    const isUnsure = give.isPending || (give.isError && isAnswerLost(give.error))
    if (!isUnsure) {
      setUuid(newUuid())
      give.reset()
    }
    setOpen(true)
  }
  return { give, isOpen, open, close: () => setOpen(false), typed, setTyped }
}

/** An influencer gives a part of an ended sale back to its buyer, of their own accord. */
export function GiveBack(props: GiveBackProps) {
  const { request, viewer } = props
  const { give, isOpen, open, close, typed, setTyped } = useGiveBack(props)
  const allBack = useRef<HTMLParagraphElement>(null)
  const can = mayGiveBack(request, viewer, serverNowMs())
  // The changed request may be drawn before the mutation says that it is done: the sheet must not disappear then, or
  // the focus is lost.
  const isAllBack = (give.isPending || give.isSuccess) && !can
  // What the server says about a refused amount stays readable, even if nothing is left by now.
  if (!can && !isOpen && !isAllBack) return null
  const buyer = request.user.username
  const back = readBack(typed, request)
  const isReady = 'amount' in back
  return (
    <>
      {can && (
        <Button variant="quiet" onClick={open}>
          {t('Give money back')}
        </Button>
      )}
      {isAllBack && (
        <p className={css.back} tabIndex={-1} ref={allBack}>
          {t('Nothing of it is left to give back.')}
        </p>
      )}
      <Sheet
        open={isOpen}
        onOpenChange={next => {
          if (!next) close()
        }}
        // The button disappears when nothing is left.
        focusNext={() => allBack.current}
        title={t('Give money back')}
        description={t(
          'It goes back to the card of @{buyer}, and we write to them. You give back your share of it, and Parley its fee. This cannot be undone.',
          { buyer },
        )}
        actions={
          <>
            <Button onClick={close}>{t('Cancel')}</Button>
            <Button
              variant="danger"
              busy={give.isPending}
              disabled={!isReady}
              onClick={() => isReady && give.mutate(back.amount)}
            >
              {t('Give back')}
            </Button>
          </>
        }
      >
        <TextField
          label={t('Amount in pounds')}
          prefix="£"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={event => setTyped(event.target.value)}
          error={('error' in back && back.error) || undefined}
          hint={
            isReady
              ? t('{back} goes back to @{buyer}. Your share is {share} then.', {
                  back: priceText(back.amount),
                  buyer,
                  share: priceText(back.shareAfter),
                })
              : t('Up to {left}: so much of the sale is left.', { left: priceText(receiptSums(request).net) })
          }
        />
        <ProblemPlace problem={give.isError ? refusedText(give.error) : null} />
      </Sheet>
    </>
  )
}
