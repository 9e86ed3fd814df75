import type { RequestOutcome, SessionRequest } from '@parley/contract'
import { CURRENCY_SIGN } from '@parley/contract/constants'
import type { Viewer } from './link-text.ts'

export interface StateText {
  text: string
  tone: 'open' | 'good' | 'bad' | 'quiet'
}

const OUTCOMES: Record<RequestOutcome, string> = {
  served: 'Completed',
  part_served: 'Ended early',
  buyer_absent: 'The buyer did not come',
  influencer_absent: 'The influencer did not come',
  unclaimed: 'Not claimed in time',
  unpaid: 'Not paid in time',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
  charged_back: 'Charged back',
}

const isOpen = ({ state }: SessionRequest) => state === 'offered' || state === 'accepted'
const isBuyer = (request: SessionRequest, viewer: Viewer) => request.user.username === viewer?.username

/** What a bank did with a payment, as its buyer and as the influencer read it; null when no bank did anything. */
function bankText(request: SessionRequest, viewer: Viewer): string | null {
  const bank = isBuyer(request, viewer) ? 'your bank' : 'the buyer’s bank'
  switch (request.payment.status) {
    case 'disputed':
      return `payment disputed by ${bank}`
    case 'charged_back':
      return `payment taken back by ${bank}`
    default:
      return null
  }
}

function openText(request: SessionRequest, viewer: Viewer): StateText {
  switch (request.payment.status) {
    case 'unpaid':
      return { text: 'Waiting for payment', tone: 'open' }
    case 'processing':
      return { text: 'Payment is processing', tone: 'open' }
    case 'failed':
      return { text: 'Payment failed', tone: 'bad' }
    default:
      return paidText(request, viewer)
  }
}

function paidText(request: SessionRequest, viewer: Viewer): StateText {
  const { influencer, request_type, state } = request
  if (influencer === null) return { text: 'Paid, waiting for somebody to accept', tone: 'good' }
  if (state === 'accepted') return { text: 'Paid and accepted', tone: 'good' }
  if (influencer.user.username === viewer?.username) {
    return request_type === 'private'
      ? { text: 'Paid, waiting for your answer', tone: 'open' }
      : { text: 'Paid', tone: 'good' }
  }
  return { text: 'Paid, ready to start', tone: 'good' }
}

/** How a request ended, without its money. */
export function endedText({ state, outcome, influencer }: SessionRequest): string {
  // The same outcome, said of a request that somebody has: it was the call that did not take place.
  if (outcome === 'unclaimed' && influencer !== null) return 'Not used in time'
  return outcome === null ? capitalised(state) : OUTCOMES[outcome]
}

/** Where a request stands, in a few words for whoever looks; money that went back is always said. */
export function stateText(request: SessionRequest, viewer: Viewer): StateText {
  const bank = bankText(request, viewer)
  if (bank !== null) {
    const ended = isOpen(request) || request.outcome === 'charged_back' ? '' : `${endedText(request)}, `
    return { text: capitalised(ended + bank), tone: 'bad' }
  }
  if (isOpen(request)) return openText(request, viewer)
  const ended = endedText(request)
  const back = Number(request.payment.refunded_amount)
  const text = back > 0 ? `${ended}, ${CURRENCY_SIGN}${request.payment.refunded_amount} paid back` : ended
  return { text, tone: request.outcome === 'served' ? 'good' : 'quiet' }
}

function capitalised(words: string): string {
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`
}
