import type { SessionRequest } from '@parley/contract'
import { t } from '../../../language/text.ts'
import { PAY_STEP_ID } from '../booking/pay-step.ts'

/** The page on which a request is paid, answered or joined; a suggested time may be answered in the list itself. */
export function placeOf(
  request: SessionRequest,
  { username, answersHere }: { username: string; answersHere: boolean },
): { to: string; words: string } {
  const isAttendee = request.attendee?.username === username
  if (request.request_type === 'prepaid' && !isAttendee)
    return { to: `/prepaid/${request.slug}`, words: t('Open') }
  const influencer = request.influencer?.user.username
  if (request.live_event) return { to: `/live-event/${request.live_event.slug}`, words: t('Open event') }
  if (influencer === username) {
    const words = request.state === 'offered' ? t('Answer on your profile') : t('Your sessions')
    return { to: `/profile/${username}#sessions`, words }
  }
  if (request.slot?.proposal && !isAttendee && !answersHere)
    return { to: `/profile/${influencer}`, words: t('Answer the suggestion') }
  const to = `/profile/${influencer}`
  return request.payment.stripe_intent_confirmed
    ? { to, words: t('Open profile') }
    : { to: `${to}#${PAY_STEP_ID}`, words: t('Pay on their profile') }
}
