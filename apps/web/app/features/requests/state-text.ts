import type { RequestOutcome, SessionRequest } from '@parley/contract'
import { CURRENCY_SIGN } from '@parley/contract/constants'

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

function openText(request: SessionRequest): StateText {
  switch (request.payment.status) {
    case 'unpaid':
      return { text: 'Waiting for payment', tone: 'open' }
    case 'processing':
      return { text: 'Payment is processing', tone: 'open' }
    case 'failed':
      return { text: 'Payment failed', tone: 'bad' }
    case 'disputed':
      return { text: 'Payment is disputed', tone: 'bad' }
    default:
      return { text: paidText(request), tone: 'good' }
  }
}

function paidText(request: SessionRequest): string {
  if (request.influencer === null) return 'Paid, waiting for somebody to accept'
  return request.state === 'accepted' ? 'Paid and accepted' : 'Paid, ready to start'
}

/** How a request ended, without its money. */
export function endedText({ state, outcome, influencer }: SessionRequest): string {
  // The same outcome, said of a request that somebody has: it was the call that did not take place.
  if (outcome === 'unclaimed' && influencer !== null) return 'Not used in time'
  return outcome === null ? capitalised(state) : OUTCOMES[outcome]
}

/** Where a request stands, in a few words; money that went back is always said. */
export function stateText(request: SessionRequest): StateText {
  if (request.state === 'offered' || request.state === 'accepted') return openText(request)
  const ended = endedText(request)
  const back = Number(request.payment.refunded_amount)
  const text = back > 0 ? `${ended}, ${CURRENCY_SIGN}${request.payment.refunded_amount} paid back` : ended
  return { text, tone: request.outcome === 'served' ? 'good' : 'quiet' }
}

function capitalised(word: string): string {
  return `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`
}
