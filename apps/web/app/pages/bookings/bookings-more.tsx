import type { SessionRequest } from '@parley/contract'
import { AnswerTimes } from '../../features/slots/answer-times.tsx'
import { MoveCall } from '../../features/slots/move-call.tsx'
import { serverNowMs } from '../../store/server-clock.ts'

/** The further actions of the buyer of a dated call: answer a suggestion, or move the call. */
export function BookingsMore({ request, changed }: { request: SessionRequest; changed: () => void }) {
  const { slot, influencer, payment } = request
  if (!slot || !influencer || !payment.stripe_intent_confirmed) return null
  if (slot.proposal) return <AnswerTimes key={slot.proposal.answer_by} request={request} answered={changed} />
  if (slot.moves_left === 0 || Date.parse(slot.move_until) <= serverNowMs()) return null
  return (
    <MoveCall
      shows="nothing"
      request={request}
      influencer={{ user: influencer.user, booking_mode: 'only' }}
      moved={changed}
    />
  )
}
