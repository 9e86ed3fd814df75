import type { Influencer, OwnUser, SessionRequest } from '@parley/contract'
import { MONEY_BACK_RULE } from '@parley/contract/call-money'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { api, auth } from '../../api/browser.ts'
import { Queries } from '../../api/queries.tsx'
import { loginPath } from '../../api/use-secure.ts'
import { BookCallWaiting, OfferLine } from '../../features/requests/booking/book-action.tsx'
import { type Booking, createBooking } from '../../features/requests/booking/booking.ts'
import { BookingSheet } from '../../features/requests/booking/booking-sheet.tsx'
import { CancelRequest } from '../../features/requests/list/cancel-request.tsx'
import { currentRequest } from '../../features/requests/list/request-groups.ts'
import { useRequests } from '../../features/requests/list/use-requests.ts'
import { useTouchedRequest } from '../../features/requests/list/use-touched-request.ts'
import { MoneyRule } from '../../features/requests/money-rule.tsx'
import { PrepaidCalls } from '../../features/requests/prepaid/prepaid-calls.tsx'
import { PaidRequest } from '../../features/requests/receipt/paid-request.tsx'
import { AnswerTimes } from '../../features/slots/answer-times.tsx'
import { HeldNote } from '../../features/slots/held-note.tsx'
import { MoveCall } from '../../features/slots/move-call.tsx'
import { NearestTimes } from '../../features/slots/nearest-times.tsx'
import { type PickedSlot, usePickedSlot } from '../../features/slots/picked-slot.ts'
import { SlotPicker } from '../../features/slots/slot-picker.tsx'
import { useZonedSlotText } from '../../features/slots/zoned-slot-text.ts'
import { useShownZone } from '../../language/shown-zone.ts'
import { t } from '../../language/text.ts'
import { newUuid } from '../../store/new-uuid.ts'
import { useIfHere } from '../../store/use-if-here.ts'
import { useStore } from '../../store/use-store.ts'
import { ActionBar } from '../../ui/action-bar.tsx'
import { alerts } from '../../ui/alerts/alerts.ts'
import { Button } from '../../ui/button.tsx'
import { BookingNews, PayToConfirm, RequestsFailed } from '../payment/booking-sections.tsx'
import { usePayment } from '../payment/use-payment.ts'
import { isNotThere, PartedNote } from '../safety/parted-note.tsx'

interface MemberProps {
  influencer: Influencer
  user: OwnUser
}

const setTimer = (work: () => void, delayMs: number) => setTimeout(work, delayMs)
const pageUrl = () => window.location.origin + window.location.pathname

const bookingOffer = ({ main_session, money_back }: Influencer) => ({
  ...main_session,
  money_back: money_back.policy,
})

interface BookingInput {
  influencer: Influencer
  picked: PickedSlot
  booked: (request: SessionRequest) => void
}

function useBooking({ influencer, picked, booked }: BookingInput): Booking {
  const navigate = useNavigate()
  const ifHere = useIfHere()
  const slot = useRef(picked)
  slot.current = picked
  const [booking] = useState(() =>
    createBooking({
      api,
      username: influencer.user.username,
      offer: bookingOffer(influencer),
      isLoggedIn: () => auth.getSnapshot().data !== null,
      pageUrl,
      goToLogin: () =>
        ifHere(() => void navigate(loginPath(window.location.pathname + window.location.search))),
      slot: () => slot.current.start,
      refused: error => slot.current.refused(error),
      booked: request => {
        slot.current.choose(null)
        booked(request)
      },
      alerts,
      newKey: newUuid,
      setTimer,
    }),
  )
  useEffect(() => booking.offerLoaded(bookingOffer(influencer)), [booking, influencer])
  return booking
}

function MemberPanel({ influencer, user }: MemberProps) {
  const list = useRequests(influencer.user.username)
  const { touched, put } = useTouchedRequest(list)
  const picked = usePickedSlot(influencer)
  const zonedSlotText = useZonedSlotText()
  const zone = useShownZone()
  const booking = useBooking({ influencer, picked, booked: put })
  const payment = usePayment(put)
  const state = useStore(booking)
  const paying = useStore(payment)
  const waiting = <BookCallWaiting influencer={influencer} />
  if (list.isPending) return waiting
  if (list.isError && isNotThere(list.error)) {
    // An answer from before may be of before the block was taken back.
    return list.isFetchedAfterMount ? <PartedNote username={influencer.user.username} /> : waiting
  }
  if (list.isLoadingError) {
    return <RequestsFailed error={list.error} retry={() => void list.refetch()} />
  }
  const current = currentRequest(list.requests)
  const isPaid = current?.payment.stripe_intent_confirmed
  if (current === null && paying.phase === 'checking') return waiting
  return (
    <>
      <PrepaidCalls requests={list.requests} performer={influencer.user.username} viewer={user} />
      <BookingNews {...{ current, touched, paying }} viewerId={user.id} sent={state.sent} />
      {current === null && influencer.booking_mode !== 'off' && (
        <SlotPicker influencer={influencer} chosen={picked.start} onChoose={picked.choose} />
      )}
      {current === null && (
        <ActionBar before={<OfferLine influencer={influencer} />}>
          <Button variant="primary" wide onClick={() => void picked.needed().then(booking.open)}>
            {t('Book now')}
          </Button>
        </ActionBar>
      )}
      {current && isPaid && current.user.id === user.id && (
        <AnswerTimes key={current.slot?.proposal?.answer_by} request={current} answered={put} />
      )}
      {current && isPaid && current.user.id === user.id && (
        <MoveCall shows="time" request={current} influencer={influencer} moved={put} />
      )}
      {current && isPaid && <PaidRequest request={current} viewer={user} changed={put} />}
      {current && !isPaid && <HeldNote request={current} onEnd={() => void list.refetch()} />}
      {current && !isPaid && (
        <PayToConfirm key={current.id} request={current} payment={payment} user={user} isNext={state.sent} />
      )}
      {current?.user.id === user.id && (
        <CancelRequest request={current} cancelled={put} disabled={paying.phase !== 'ready'} />
      )}
      {!isPaid && (
        <MoneyRule
          of="call"
          rule={t(MONEY_BACK_RULE, { name: influencer.user.username })}
          covered={state.phase !== 'closed'}
        />
      )}
      <BookingSheet
        state={state}
        influencer={influencer}
        when={picked.start && zonedSlotText(picked.start)}
        start={picked.start}
        zone={zone}
        instead={
          picked.nearest && (
            <NearestTimes slots={picked.nearest} chosen={picked.start} onChoose={picked.choose} />
          )
        }
        onNote={booking.setNote}
        onCancel={booking.cancel}
        onConfirm={() => void booking.confirm()}
      />
    </>
  )
}

/** The booking panel of a profile for a logged-in person: book, pay, start. */
export default function ProfileMember(props: MemberProps) {
  return (
    <Queries>
      <MemberPanel {...props} />
    </Queries>
  )
}
