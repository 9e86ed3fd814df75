import type { SessionRequest, ShownSettledBy } from '@parley/contract'
import { formatAmount, parseAmount } from '@parley/contract/money'
import { t } from '../../../language/text.ts'

/** Whether a request has a receipt for its buyer and its influencer: it was paid and has ended. */
export function hasReceipt({ amount, state, paid_at }: SessionRequest): boolean {
  return amount !== null && paid_at !== null && state !== 'offered' && state !== 'accepted'
}

const NOT_TAKEN_PLACE: ReadonlySet<ShownSettledBy> = new Set([
  'never_used',
  'influencer_absent',
  'buyer_absent',
  'nobody_came',
])

/** Whether a receipt shows who was there: of a call that took place, or that ended because somebody did not come. */
export function showsAttendance({ request_type, settled_by, used_duration }: SessionRequest): boolean {
  if (request_type === 'broadcast') return false
  return used_duration > 0 || (settled_by !== null && NOT_TAKEN_PLACE.has(settled_by))
}

export interface ReceiptSums {
  paid: string
  refunded: string
  /** What the buyer paid after refunds. */
  net: string
  fee: string
  /** The influencer's part of it. */
  share: string
}

/**
 * The sums of a receipt in pounds; the fee is calculated from the rest after refunds, rounded down, as in the ledger.
 */
export function receiptSums({ amount, fee_percent, payment }: SessionRequest): ReceiptSums {
  const paidPence = parseAmount(amount ?? '') ?? 0
  const refundedPence = Math.round(Number(payment.refunded_amount) * 100)
  const netPence = payment.status === 'charged_back' ? 0 : paidPence - refundedPence
  const feePence = Math.floor((netPence * Math.round(fee_percent * 100)) / 10_000)
  return {
    paid: formatAmount(paidPence),
    refunded: formatAmount(refundedPence),
    net: formatAmount(netPence),
    fee: formatAmount(feePence),
    share: formatAmount(netPence - feePence),
  }
}

/** The page on which the buyer books the same again. */
export function againPlace(request: SessionRequest): { to: string; words: string } {
  if (request.request_type === 'prepaid') return { to: '/prepaid', words: t('Create another link') }
  return { to: `/profile/${request.influencer?.user.username ?? ''}`, words: t('Book again') }
}

/** The bought item, in a few words for its reader. */
export function whatText(request: SessionRequest, viewerName: string): string {
  if (request.live_event) return t('A place at “{event}”', { event: request.live_event.title })
  const other =
    request.user.username === viewerName ? request.influencer?.user.username : request.user.username
  if (request.request_type === 'prepaid')
    return other === undefined ? t('Prepaid video call') : t('Prepaid video call with @{other}', { other })
  return other === undefined ? t('Video call') : t('Video call with @{other}', { other })
}
