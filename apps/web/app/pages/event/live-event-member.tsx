import type { LiveEvent, OwnUser, SessionRequest } from '@parley/contract'
import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { api, auth } from '../../api/browser.ts'
import { Queries } from '../../api/queries.tsx'
import { loginPath } from '../../api/use-secure.ts'
import { EventView } from '../../features/live-events/event-view.tsx'
import { whenText } from '../../features/live-events/event-when.tsx'
import { NoPlace, PlaceLine } from '../../features/live-events/place-line.tsx'
import { isBookable } from '../../features/live-events/places-text.ts'
import type { FreshEvent } from '../../features/live-events/use-fresh-event.ts'
import { ownPlace } from '../../features/requests/booking/own-place.ts'
import { PaidPlace } from '../../features/requests/booking/paid-place.tsx'
import { createPlaceBooking, type PlaceBooking } from '../../features/requests/booking/place-booking.ts'
import { PlaceSheet } from '../../features/requests/booking/place-sheet.tsx'
import { CancelRequest } from '../../features/requests/list/cancel-request.tsx'
import { stateText } from '../../features/requests/list/state-text.ts'
import { useRequests } from '../../features/requests/list/use-requests.ts'
import { useTouchedRequest } from '../../features/requests/list/use-touched-request.ts'
import { MoneyRule } from '../../features/requests/money-rule.tsx'
import { placeRule } from '../../features/requests/place-rule.ts'
import { ReportProblem } from '../../features/requests/problems/report-problem.tsx'
import { moneyText } from '../../features/requests/receipt/money-text.ts'
import { t } from '../../language/text.ts'
import { newUuid } from '../../store/new-uuid.ts'
import { serverNowMs } from '../../store/server-clock.ts'
import { useIfHere } from '../../store/use-if-here.ts'
import { useStore } from '../../store/use-store.ts'
import { ActionBar } from '../../ui/action-bar.tsx'
import { alerts } from '../../ui/alerts/alerts.ts'
import { Button } from '../../ui/button.tsx'
import panel from '../../ui/panel.module.css'
import { BookingNews, PayToConfirm, RequestsFailed } from '../payment/booking-sections.tsx'
import { usePayment } from '../payment/use-payment.ts'
import { isNotThere, PartedNote } from '../safety/parted-note.tsx'
import { PersonShield } from '../safety/person-shield.tsx'
import { EventShare, PlaceWaiting } from './place-waiting.tsx'

interface MemberProps extends Pick<FreshEvent, 'event' | 'news' | 'reload'> {
  user: OwnUser
}

function usePlaceBooking(event: LiveEvent, booked: (request: SessionRequest) => void): PlaceBooking {
  const navigate = useNavigate()
  const ifHere = useIfHere()
  const [booking] = useState(() =>
    createPlaceBooking({
      api,
      offer: event,
      isLoggedIn: () => auth.getSnapshot().data !== null,
      pageUrl: () => window.location.origin + window.location.pathname,
      goToLogin: () => ifHere(() => void navigate(loginPath(window.location.pathname))),
      booked,
      alerts,
      newKey: newUuid,
      setTimer: (work, delayMs) => setTimeout(work, delayMs),
    }),
  )
  useEffect(() => booking.offerLoaded(event), [booking, event])
  return booking
}

const isOpen = ({ state }: SessionRequest) => state === 'offered' || state === 'accepted'

interface SettledPlaceProps {
  request: SessionRequest
  user: OwnUser
  refetch: () => void
}

/** The result of a settled place, and the report of a problem with it. */
function SettledPlace({ request, user, refetch }: SettledPlaceProps) {
  return (
    <div className={panel.part}>
      <p>{moneyText(request, serverNowMs()) ?? stateText(request, request.user).text}</p>
      <ReportProblem request={request} viewer={user} onReported={refetch} />
    </div>
  )
}

function Panel({ event, user, reload }: Omit<MemberProps, 'news'>) {
  const list = useRequests(event.influencer.user.username)
  const { touched, put: putInList } = useTouchedRequest(list)
  // A place that is booked or given up changes how many are left.
  const put = useCallback(
    (request: SessionRequest) => {
      putInList(request)
      reload()
    },
    [putInList, reload],
  )
  const booking = usePlaceBooking(event, put)
  const payment = usePayment(put)
  const state = useStore(booking)
  const paying = useStore(payment)
  const waiting = <PlaceWaiting event={event} />
  if (list.isPending) return waiting
  if (list.isError && isNotThere(list.error)) {
    // An answer from before may be of before the block was taken back.
    return list.isFetchedAfterMount ? <PartedNote username={event.influencer.user.username} /> : waiting
  }
  if (list.isLoadingError) {
    return <RequestsFailed error={list.error} retry={() => void list.refetch()} />
  }
  const own = ownPlace(list.requests, event.slug)
  const current = own && isOpen(own) ? own : null
  const isPaid = current?.payment.stripe_intent_confirmed
  if (current === null && paying.phase === 'checking') return waiting
  const rule = placeRule(event)
  const mayBook = current === null && isBookable(event) && own?.state !== 'completed'
  return (
    <>
      <BookingNews
        {...{ current, touched, paying }}
        viewerId={user.id}
        act={event.format === 'queue' ? 'call' : 'watch'}
        sent={state.sent}
      />
      {own && !current && own.id !== touched?.id && (
        <SettledPlace request={own} user={user} refetch={() => void list.refetch()} />
      )}
      {mayBook && (
        <ActionBar before={<PlaceLine event={event} />}>
          <Button variant="primary" wide onClick={booking.open}>
            {t('Book event')}
          </Button>
        </ActionBar>
      )}
      {current === null && !isBookable(event) && <NoPlace event={event} />}
      {current && isPaid && <PaidPlace request={current} event={event} />}
      {current && !isPaid && (
        <PayToConfirm key={current.id} request={current} payment={payment} user={user} isNext={state.sent} />
      )}
      {current && event.state === 'scheduled' && (
        <CancelRequest request={current} cancelled={put} disabled={paying.phase !== 'ready'} />
      )}
      {(mayBook || (current && !isPaid)) && (
        <MoneyRule of={rule.ruleOf} rule={rule.moneyBackRule} covered={state.phase !== 'closed'} />
      )}
      <EventShare event={event} />
      <PersonShield person={event.influencer.user} about={{ kind: 'event', id: event.slug }} />
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

/** An event for a logged-in person: book a place, pay, watch. */
export default function LiveEventMember(props: MemberProps) {
  return (
    <Queries>
      <EventView event={props.event} panel={<Panel {...props} />} news={props.news} />
    </Queries>
  )
}
