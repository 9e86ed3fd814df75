import type { SessionRequest } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import { useEffect, useRef } from 'react'
import { t } from '../../../language/text.ts'
import { serverNowMs } from '../../../store/server-clock.ts'
import { ThumbsUp } from '../../../ui/alerts/thumbs-up.tsx'
import { moneyText } from '../receipt/money-text.ts'
import css from './request-news.module.css'

export interface RequestNewsProps {
  /** The request that changed on this page; null without a change. */
  request: SessionRequest | null
  /** It was booked just now. */
  sent: boolean
  /** Whether this is what the person reads next; false where the payment form says why it failed. */
  isAhead: boolean
}

/** What just happened to a request and where its money is: always the current state. */
export function RequestNews({ request, sent, isAhead }: RequestNewsProps) {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(isAhead)
  latest.current = isAhead
  const what = request && `${request.id}:${request.state}:${request.payment.status}`
  // On a phone the panel is below the part that the person was looking at.
  useEffect(() => {
    if (what !== null && latest.current) place.current?.scrollIntoView({ block: 'start' })
  }, [what])
  if (request === null) return null
  const isOpen = request.state === 'offered' || request.state === 'accepted'
  const isPaid = request.payment.status === 'paid'
  const money = moneyText(request, serverNowMs())
  return (
    <div ref={place} className={css.news}>
      {sent && <ThumbsUp>{t(messages.requestSent)}</ThumbsUp>}
      {!sent && isOpen && isPaid && <ThumbsUp>{t(messages.paymentSucceeded)}</ThumbsUp>}
      {!sent && isOpen && !request.payment.stripe_intent_confirmed && (
        <p className={css.rest}>{t('Booked. It is yours once it is paid.')}</p>
      )}
      {money !== null && (
        <p role="status" className={css.money}>
          {money}
        </p>
      )}
    </div>
  )
}
