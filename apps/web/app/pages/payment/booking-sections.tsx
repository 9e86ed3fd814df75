/** The common parts of the booking panels of profiles and events. */
import type { OwnUser, SessionRequest } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { errorText } from '../../api/errors.ts'
import type { Act } from '../../features/link-rescue/call-ability.ts'
import { LinkRescue } from '../../features/link-rescue/link-rescue.tsx'
import { PayPanel } from '../../features/payments/pay-panel.tsx'
import {
  hasGoneWrong,
  type Payment,
  type PaymentSnapshot,
  paymentAt,
} from '../../features/payments/payment.ts'
import { PAY_STEP_ID } from '../../features/requests/booking/pay-step.ts'
import { RequestNews } from '../../features/requests/list/request-news.tsx'
import { t } from '../../language/text.ts'
import { useStore } from '../../store/use-store.ts'
import { LoadFailed } from '../../ui/alerts/load-failed.tsx'
import { ProblemNote } from '../../ui/alerts/problem-note.tsx'
import panel from '../../ui/panel.module.css'
import { paidFor } from './paid-for.ts'

/** Shown when the reader's requests could not be loaded. */
export function RequestsFailed({ error, retry }: { error: unknown; retry: () => void }) {
  return <LoadFailed problem={errorText(error)} retry={retry} />
}

export interface BookingNewsProps {
  /** The open request, if there is one. */
  current: SessionRequest | null
  viewerId: string
  /** The kind of booking, where it is not a call. */
  act?: Act
  /** The request that changed on this page. */
  touched: SessionRequest | null
  /** It was booked just now. */
  sent: boolean
  paying: PaymentSnapshot
}

/** The notice for a browser without calls, and the latest change of a request and its payment. */
export function BookingNews({ current, viewerId, act, touched, sent, paying }: BookingNewsProps) {
  const isPaid = current?.payment.stripe_intent_confirmed
  const paid = current ? paidFor(current, viewerId) : undefined
  const { outcome } = current ? paymentAt(paying, current) : paying
  return (
    <>
      <LinkRescue before={isPaid ? 'entering' : 'paying'} {...{ paid, act }} />
      <RequestNews request={touched} sent={sent} isAhead={outcome !== 'unsuccessful'} />
      {((outcome === 'wrong' && isPaid) || (current === null && hasGoneWrong(paying))) && (
        <ProblemNote>{t(messages.paymentWrong)}</ProblemNote>
      )}
    </>
  )
}

interface PayToConfirmProps {
  request: SessionRequest
  payment: Payment
  user: OwnUser
  /** It was confirmed in the sheet a moment ago: the focus moves here, not to the top of the page. */
  isNext: boolean
}

/** The payment step of a request. */
export function PayToConfirm({ request, payment, user, isNext }: PayToConfirmProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const part = useRef<HTMLDivElement>(null)
  const { hash } = useLocation()
  const isLedHere = useRef(hash === `#${PAY_STEP_ID}`)
  const arrives = useRef(isNext || isLedHere.current)
  useEffect(() => {
    if (isLedHere.current) heading.current?.scrollIntoView({ block: 'start' })
    if (arrives.current) heading.current?.focus()
  }, [])
  const { returnedIntent, outcome } = paymentAt(useStore(payment), request)
  const isRefused = returnedIntent !== null && outcome === 'unsuccessful'
  // The failure and the button that pays stand at the end of the form, on a phone below what is shown first.
  useEffect(() => {
    if (!isRefused) return
    // After the bank's page nothing has the focus. A field that the person has already focused keeps it.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    part.current?.scrollIntoView({ block: 'end' })
  }, [isRefused])
  return (
    <div ref={part} className={panel.part}>
      <h2 ref={heading} id={PAY_STEP_ID} tabIndex={-1} className={panel.heading}>
        {t('Pay to confirm')}
      </h2>
      <PayPanel request={request} payment={payment} cards={user.card_intents} />
    </div>
  )
}
