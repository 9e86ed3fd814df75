import type { SessionRequest } from '@parley/contract'
import { t } from '../../../language/text.ts'

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
  const words = request.payment.stripe_intent_confirmed ? t('Open profile') : t('Pay on their profile')
  return { to: `/profile/${influencer}`, words }
}
