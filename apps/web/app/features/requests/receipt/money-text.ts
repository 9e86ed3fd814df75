import type { SessionRequest } from '@parley/contract'
import { REFUND_TAKES_MS } from '@parley/contract/constants'
import { isSomething } from '@parley/contract/money'
import { priceText } from '../../../language/prices.ts'
import { t } from '../../../language/text.ts'
import type { Viewer } from '../link/link-text.ts'
import { endedText, type StateText, stateText } from '../list/state-text.ts'
import { hasReturned } from './receipt-facts.ts'

/** Where the money of a request is now, for its buyer, in one sentence; null for an open unpaid request. */
export function moneyText(request: SessionRequest, nowMs: number): string | null {
  const { payment, state } = request
  if (hasReturned(payment)) {
    const amount = priceText(payment.returned_amount)
    return t('Your bank sent {amount} back to us. It is yours: choose another way to get it.', { amount })
  }
  if (payment.status === 'disputed' || payment.status === 'charged_back') return null
  const isOpen = state === 'offered' || state === 'accepted'
  if (!payment.stripe_intent_confirmed)
    return isOpen ? null : t('{ended}. Nothing was charged.', { ended: endedText(request) })
  if (isSomething(payment.refunded_amount)) return backText(request, nowMs)
  const amount = priceText(request.amount)
  const card = payment.card?.last4
  if (!isOpen) return t('{ended}. {amount} was paid.', { ended: endedText(request), amount })
  return card
    ? t('{amount} was paid with the card ending {card}.', { amount, card })
    : t('{amount} was paid.', { amount })
}

/**
 * A past request in a list: for its buyer how it ended and where its money is, as one sentence, which says the sum
 * once. A payment that a bank took or sent back has its own words, which name no sum.
 */
export function pastText(request: SessionRequest, viewer: Viewer, nowMs: number): StateText {
  const state = stateText(request, viewer)
  const isBuyer = request.user.username === viewer?.username
  const text = isBuyer && !hasReturned(request.payment) ? moneyText(request, nowMs) : null
  return text === null ? state : { ...state, text }
}

function backText(request: SessionRequest, nowMs: number): string {
  const { payment } = request
  const amount = priceText(payment.refunded_amount)
  const card = payment.card?.last4 ?? ''
  const isOpen = request.state === 'offered' || request.state === 'accepted'
  if (isOpen) return t('{amount} of it went back to the card you paid with.', { amount })
  const ended = endedText(request)
  if (payment.refund_to === 'account')
    return t('{ended}. {amount} is going to the account you named, 2 to 7 days.', { ended, amount })
  // A part may go back long after the end. Of a refund without a time, the end is the earliest one.
  const since = payment.refunded_at ?? request.ended_at ?? request.created_at
  const isLongAgo = nowMs - Date.parse(since) > REFUND_TAKES_MS
  if (isLongAgo)
    return card
      ? t('{ended}. {amount} went back to the card ending {card}.', { ended, amount, card })
      : t('{ended}. {amount} went back to the card you paid with.', { ended, amount })
  return card
    ? t('{ended}. {amount} is going back to the card ending {card}, 5 to 10 days.', { ended, amount, card })
    : t('{ended}. {amount} is going back to the card you paid with, 5 to 10 days.', { ended, amount })
}
