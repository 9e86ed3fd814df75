import type { LiveEvent, OwnUser, SessionRequest } from '@parley/contract'
import { EVENT_MONEY_BACK_RULE } from '@parley/contract/live-events'
import { messages } from '@parley/contract/messages'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { api, auth } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { Queries } from '../../api/queries.tsx'
import { loginPath } from '../../api/use-secure.ts'
import { LinkRescue } from '../../features/link-rescue/link-rescue.tsx'
import { EventView } from '../../features/live-events/event-view.tsx'
import { whenText } from '../../features/live-events/event-when.tsx'
import { NoPlace, PlaceLine } from '../../features/live-events/place-line.tsx'
import { isBookable } from '../../features/live-events/places-text.ts'
import { PayPanel } from '../../features/payments/pay-panel.tsx'
import { BookActionWaiting } from '../../features/requests/booking/book-action.tsx'
import { ownPlace } from '../../features/requests/booking/own-place.ts'
import { PaidPlace } from '../../features/requests/booking/paid-place.tsx'
import { createPlaceBooking, type PlaceBooking } from '../../features/requests/booking/place-booking.ts'
import { PlaceSheet } from '../../features/requests/booking/place-sheet.tsx'
import { CancelRequest } from '../../features/requests/list/cancel-request.tsx'
import { RequestNews } from '../../features/requests/list/request-news.tsx'
import { stateText } from '../../features/requests/list/state-text.ts'
import { useRequests } from '../../features/requests/list/use-requests.ts'
import { useTouchedRequest } from '../../features/requests/list/use-touched-request.ts'
import { MoneyRule } from '../../features/requests/money-rule.tsx'
import { moneyText } from '../../features/requests/receipt/money-text.ts'
import { t } from '../../language/text.ts'
import { ActionBar } from '../../ui/action-bar.tsx'
import { alerts } from '../../ui/alerts/alerts.ts'
import { ProblemNote } from '../../ui/alerts/problem-note.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import panel from '../../ui/panel.module.css'
import { ShareButton } from '../../ui/share/share-button.tsx'
import { usePayment } from '../payment/use-payment.ts'

interface MemberProps {
  event: LiveEvent
  news: string | null
  user: OwnUser
}

function usePlaceBooking(event: LiveEvent, booked: (request: SessionRequest) => void): PlaceBooking {
  const navigate = useNavigate()
  const [booking] = useState(() =>
    createPlaceBooking({
      api,
      offer: event,
      isLoggedIn: () => auth.getSnapshot().data !== null,
      pageUrl: () => window.location.origin + window.location.pathname,
      goToLogin: () => void navigate(loginPath(window.location.pathname)),
      booked,
      alerts,
      newKey: () => crypto.randomUUID(),
      setTimer: (work, delayMs) => setTimeout(work, delayMs),
    }),
  )
  useEffect(() => booking.offerLoaded(event), [booking, event])
  return booking
}

const isOpen = ({ state }: SessionRequest) => state === 'offered' || state === 'accepted'

/** What became of a place that is settled. */
function SettledPlace({ request }: { request: SessionRequest }) {
  return (
    <div className={panel.part}>
      <p>{moneyText(request, Date.now()) ?? stateText(request, request.user).text}</p>
    </div>
  )
}

function Panel({ event, user }: Omit<MemberProps, 'news'>) {
  const list = useRequests(event.influencer.user.username)
  const { touched, put } = useTouchedRequest(list)
  const booking = usePlaceBooking(event, put)
  const payment = usePayment(put)
  const state = useSyncExternalStore(booking.subscribe, booking.getSnapshot)
  const paying = useSyncExternalStore(payment.subscribe, payment.getSnapshot)
  if (list.isPending) return <BookActionWaiting />
  if (list.isError && list.requests.length === 0) {
    return (
      <EmptyState action={<Button onClick={() => void list.refetch()}>{t('Try again')}</Button>}>
        {errorText(list.error)}
      </EmptyState>
    )
  }
  const own = ownPlace(list.requests, event.slug)
  const current = own && isOpen(own) ? own : null
  const isPaid = current?.payment.stripe_intent_confirmed
  if (current === null && paying.phase === 'checking') return <BookActionWaiting />
  const mayBook = current === null && isBookable(event) && own?.state !== 'completed'
  return (
    <>
      <LinkRescue before={isPaid ? 'entering' : 'paying'} />
      <RequestNews request={touched} sent={state.sent} />
      {paying.outcome === 'wrong' && (current === null || isPaid) && (
        <ProblemNote>{t(messages.paymentWrong)}</ProblemNote>
      )}
      {own && !current && own.id !== touched?.id && <SettledPlace request={own} />}
      {mayBook && (
        <ActionBar before={<PlaceLine event={event} />}>
          <Button look="primary" wide onClick={booking.open}>
            {t('Book event')}
          </Button>
        </ActionBar>
      )}
      {current === null && !isBookable(event) && <NoPlace event={event} />}
      {current && isPaid && <PaidPlace request={current} />}
      {current && !isPaid && (
        <div className={panel.part} key={current.id}>
          <h2 className={panel.heading}>{t('Pay to confirm')}</h2>
          <PayPanel request={current} payment={payment} cards={user.card_intents} />
        </div>
      )}
      {current && event.state === 'scheduled' && (
        <CancelRequest request={current} cancelled={put} disabled={paying.phase !== 'ready'} />
      )}
      <ShareButton path={`/live-event/${event.slug}`} title={event.title} event={event} />
      <MoneyRule of="event" rule={t(EVENT_MONEY_BACK_RULE)} />
      <PlaceSheet
        state={state}
        when={whenText(state.offer)}
        onNote={booking.setNote}
        onCancel={booking.cancel}
        onConfirm={() => void booking.confirm()}
      />
    </>
  )
}

/** An event for someone who is logged in: book a place, pay, watch. */
export default function LiveEventMember(props: MemberProps) {
  return (
    <Queries>
      <EventView event={props.event} panel={<Panel {...props} />} news={props.news} />
    </Queries>
  )
}
