import type { SessionRequest } from '@parley/contract'
import { formatAmount } from '@parley/contract/money'
import { dateText, MOMENT } from '../../../language/formats.ts'
import { priceText } from '../../../language/prices.ts'
import { ownTimeText } from '../../../language/shown-zone.ts'
import { t } from '../../../language/text.ts'
import { netPence } from '../receipt/receipt-facts.ts'

/** The moment of the next change of the refund, in a zone; without one in this device's. */
export const momentText = (at: string | Date, zone?: string): string =>
  dateText(new Date(at), zone === undefined ? MOMENT : { ...MOMENT, timeZone: zone })

/**
 * The refund of a cancellation now and later, for the buyer of a paid request; null when there is none. Its moments are
 * of this device's zone, named where slots are shown in another one.
 */
export function cancelText(
  { money_back: back, payment, timeRange, request_type }: SessionRequest,
  shownZone: string,
): string | null {
  if (!back?.now || !payment.stripe_intent_confirmed) return null
  const amount = priceText(back.now.amount)
  if (back.next)
    return t('Cancel now: {amount} back. After {moment}: {later}', {
      amount,
      moment: ownTimeText(new Date(back.next.at), MOMENT, shownZone),
      later: priceText(back.next.amount),
    })
  if (timeRange)
    return t('Cancel until {moment}: {amount} back.', {
      amount,
      moment: ownTimeText(new Date(timeRange.start), MOMENT, shownZone),
    })
  return request_type === 'broadcast'
    ? t('Cancel before the event begins: {amount} back.', { amount })
    : t('Cancel before the call begins: {amount} back.', { amount })
}

/** What a rejection of an offered request gives back: all that is left of its price. */
export const rejectText = (request: SessionRequest): string =>
  request.payment.stripe_intent_confirmed
    ? t('@{requester} gets {amount} back at once.', {
        requester: request.user.username,
        amount: priceText(formatAmount(netPence(request))),
      })
    : t('Nothing was paid for it yet.')
