import type { RequestOutcome, SessionRequest } from '@parley/contract'
import { isSomething } from '@parley/contract/money'
import { priceText } from '../../../language/prices.ts'
import { ownTimeText } from '../../../language/shown-zone.ts'
import { msg, t } from '../../../language/text.ts'
import { hasBegun, leftText, untilText } from '../begun.ts'
import type { Viewer } from '../link/link-text.ts'

export interface StateText {
  text: string
  tone: 'open' | 'good' | 'bad' | 'quiet'
}

const OUTCOMES: Record<RequestOutcome, string> = {
  served: msg('Completed'),
  part_served: msg('Ended early'),
  buyer_absent: msg('The buyer did not come'),
  left_line: msg('Left the line'),
  disputed_in_line: msg('Taken out of the line'),
  influencer_absent: msg('The influencer did not come'),
  turn_not_reached: msg('The turn did not come'),
  unclaimed: msg('Not claimed in time'),
  unpaid: msg('Not paid in time'),
  unanswered: msg('Not confirmed in time'),
  rejected: msg('Rejected'),
  cancelled: msg('Cancelled'),
  cancelled_late: msg('Cancelled late'),
  charged_back: msg('Charged back'),
}

const STATES: Record<SessionRequest['state'], string> = {
  offered: msg('Offered'),
  accepted: msg('Accepted'),
  completed: msg('Completed'),
  rejected: msg('Rejected'),
  cancelled: msg('Cancelled'),
  expired: msg('Expired'),
}

const isOpen = ({ state }: SessionRequest) => state === 'offered' || state === 'accepted'
const isBuyer = (request: SessionRequest, viewer: Viewer) => request.user.username === viewer?.username

/**
 * What a bank did with a payment, for its buyer and for the influencer: alone, and after the text about the end of the
 * request.
 */
const BANK_TEXTS = {
  disputed: {
    buyer: [msg('Payment disputed by your bank'), msg('{ended}, payment disputed by your bank')],
    influencer: [
      msg('Payment disputed by the buyer’s bank'),
      msg('{ended}, payment disputed by the buyer’s bank'),
    ],
  },
  refund_failed: {
    buyer: [msg('Your bank sent the refund back'), msg('{ended}, but your bank sent the refund back')],
    influencer: [msg('Refunded'), msg('{ended}, refunded')],
  },
  charged_back: {
    buyer: [msg('Payment taken back by your bank'), msg('{ended}, payment taken back by your bank')],
    influencer: [
      msg('Payment taken back by the buyer’s bank'),
      msg('{ended}, payment taken back by the buyer’s bank'),
    ],
  },
} as const

/** The state of a request with a dispute or a returned payment; null without one. */
function bankText(request: SessionRequest, viewer: Viewer): string | null {
  const { status } = request.payment
  if (status !== 'disputed' && status !== 'charged_back' && status !== 'refund_failed') return null
  const [alone, afterEnd] = BANK_TEXTS[status][isBuyer(request, viewer) ? 'buyer' : 'influencer']
  const isAlone = isOpen(request) || request.outcome === 'charged_back'
  return isAlone ? t(alone) : t(afterEnd, { ended: endedText(request) })
}

function openText(request: SessionRequest, viewer: Viewer): StateText {
  switch (request.payment.status) {
    case 'unpaid':
      return { text: t('Waiting for payment'), tone: 'open' }
    case 'processing':
      return { text: t('Payment is processing'), tone: 'open' }
    case 'failed':
      return { text: t('Payment failed'), tone: 'bad' }
    default:
      return paidText(request, viewer)
  }
}

function paidText(request: SessionRequest, viewer: Viewer): StateText {
  const { influencer, request_type, state } = request
  if (influencer === null) return { text: t('Paid, waiting for somebody to accept'), tone: 'good' }
  if (hasBegun(request)) return { text: begunText(request), tone: 'good' }
  if (state === 'accepted') return { text: t('Paid and accepted'), tone: 'good' }
  const isTheirs = influencer.user.username === viewer?.username
  if (isTheirs && request_type !== 'private') return { text: t('Paid'), tone: 'good' }
  const { slot } = request
  // Where other times are suggested, the buyer answers next.
  if (slot?.proposal ? !isTheirs : isTheirs) return { text: t('Paid, waiting for your answer'), tone: 'open' }
  if (slot?.proposal || slot?.answer_by) return { text: t('Paid, waiting for their answer'), tone: 'open' }
  return { text: t('Paid, ready to start'), tone: 'good' }
}

/** A call with a set time ends with that time, also where not all of it was used. */
function begunText(request: SessionRequest): string {
  const time = untilText(request)
  return time === null
    ? t('Begun, {left} left', { left: leftText(request) })
    : t('Begun, can go on until {time}', { time })
}

const UNTIL = { weekday: 'short', hour: '2-digit', minute: '2-digit' } as const

/**
 * Until when the influencer answers a booked time, for the two who decide about it; null where no answer is waited for.
 * It is a time of this device's zone, which is named where slots are shown in another one.
 */
export function answerByText(request: SessionRequest, viewer: Viewer, shownZone: string): string | null {
  const { influencer, slot } = request
  if (!slot?.answer_by || influencer === null) return null
  const time = ownTimeText(new Date(slot.answer_by), UNTIL, shownZone)
  const { username } = influencer.user
  if (username === viewer?.username)
    return t('Answer until {time}; without it all the money goes back.', { time })
  if (!isBuyer(request, viewer)) return null
  return t('@{influencer} answers until {time}, or all of it comes back.', { influencer: username, time })
}

/** How a request ended, without its money. */
export function endedText({ state, outcome, influencer, settled_by }: SessionRequest): string {
  // Neither of the two reads that only the other stayed away.
  if (outcome === 'influencer_absent' && settled_by === 'nobody_came') return t('Nobody came')
  // The same outcome of an accepted request: here the call did not take place.
  if (outcome === 'unclaimed' && influencer !== null) return t('Not used in time')
  return t(outcome === null ? STATES[state] : OUTCOMES[outcome])
}

/** The state of a request in a few words for its reader; always names a refund. */
export function stateText(request: SessionRequest, viewer: Viewer): StateText {
  const bank = bankText(request, viewer)
  if (bank !== null) return { text: bank, tone: 'bad' }
  if (isOpen(request)) return openText(request, viewer)
  const ended = endedText(request)
  const { refunded_amount: back } = request.payment
  const text = isSomething(back) ? t('{ended}, {amount} back', { ended, amount: priceText(back) }) : ended
  return { text, tone: request.outcome === 'served' ? 'good' : 'quiet' }
}
