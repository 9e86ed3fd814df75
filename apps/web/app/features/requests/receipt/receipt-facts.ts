import type { CallAttendance, SessionRequest, ShownSettledBy } from '@parley/contract'
import { formatAmount, isSomething, type Pence, pence, penceOf } from '@parley/contract/money'
import { basisPointsOf, platformFeePence } from '@parley/contract/platform-fee'
import { t } from '../../../language/text.ts'
import { requestLink } from '../link/link-text.ts'

/** Whether a request has a receipt for its buyer and its influencer: it was paid and has ended. */
export function hasReceipt({ amount, state, paid_at }: SessionRequest): boolean {
  return amount !== null && paid_at !== null && state !== 'offered' && state !== 'accepted'
}

/** Whether a refund came back to the platform, and waits for its buyer to choose another way. */
export const hasReturned = ({ status, returned_amount }: SessionRequest['payment']): boolean =>
  (status === 'refund_failed' || status === 'charged_back') && isSomething(returned_amount)

const NOT_TAKEN_PLACE: ReadonlySet<ShownSettledBy> = new Set([
  'never_used',
  'influencer_absent',
  'buyer_absent',
  'nobody_came',
])

/** Whether it is a place in the line of a queue: its turn is a call of two people. */
export const isTurn = ({ live_event }: Pick<SessionRequest, 'live_event'>): boolean =>
  live_event?.format === 'queue'

/**
 * Whether a receipt shows who was there: of a call or a turn that took place, or that ended because somebody did not
 * come. Who watched a broadcast is not stored.
 */
export function showsAttendance(request: SessionRequest): boolean {
  const { request_type, settled_by, used_duration } = request
  if (request_type === 'broadcast' && !isTurn(request)) return false
  return used_duration > 0 || (settled_by !== null && NOT_TAKEN_PLACE.has(settled_by))
}

/**
 * Whether the attendance says anything about the two people. Where nobody came into the room of a turn, its influencer
 * was not away: they met others of the line.
 */
export function hasAttendance(
  request: SessionRequest,
  { you, other }: Pick<CallAttendance, 'you' | 'other'>,
): boolean {
  return !isTurn(request) || you.first_seen !== null || other.first_seen !== null
}

export interface ReceiptSums {
  paid: string
  /** What went back, without what came back to the platform again. */
  refunded: string
  /** What the buyer's bank sent back to the platform, and waits for its buyer to choose another way. */
  returned: string
  /** What the buyer's bank took. */
  chargedBack: string
  /** What the buyer paid after refunds, and after what their bank took. */
  net: string
  fee: string
  /** The influencer's part of it. */
  share: string
}

type PaidRequest = Pick<SessionRequest, 'amount' | 'payment'>

/** The refunds of a request so far. */
export const refundedPence = ({ payment }: Pick<SessionRequest, 'payment'>): Pence =>
  penceOf(payment.refunded_amount ?? '0.00')

/** What the buyer's bank took of a request in lost disputes. */
const chargedBackPence = ({ payment }: Pick<SessionRequest, 'payment'>): Pence =>
  penceOf(payment.charged_back_amount ?? '0.00')

/** What is left of the price after refunds, and after what the buyer's bank took. */
export function netPence(request: PaidRequest): Pence {
  return pence(penceOf(request.amount ?? '0.00') - refundedPence(request) - chargedBackPence(request))
}

/**
 * The sums of a receipt in pounds; the fee is calculated from the rest after refunds, rounded down, as in the ledger.
 */
export function receiptSums(request: SessionRequest): ReceiptSums {
  const leftPence = netPence(request)
  const feePence = platformFeePence(leftPence, basisPointsOf(request.fee_percent))
  const returnedPence = penceOf(request.payment.returned_amount)
  return {
    paid: formatAmount(penceOf(request.amount ?? '0.00')),
    refunded: formatAmount(refundedPence(request) - returnedPence),
    returned: formatAmount(returnedPence),
    chargedBack: formatAmount(chargedBackPence(request)),
    net: formatAmount(leftPence),
    fee: formatAmount(feePence),
    share: formatAmount(leftPence - feePence),
  }
}

/** Whether the buyer of a paid request can still enter it. */
const isAhead = ({ state, payment, attendee }: SessionRequest): boolean =>
  (state === 'offered' || state === 'accepted') && payment.stripe_intent_confirmed && attendee === null

/** The buyer's next step: into what is paid, or a page that opens to them and on which they book again. */
export function againPlace(request: SessionRequest): { to: string; words: string } {
  const link = requestLink(request, { username: request.user.username })
  if (isAhead(request) && 'path' in link)
    return { to: link.path, words: request.live_event ? t('Start Event') : t('Start Session') }
  if (request.request_type === 'prepaid') return { to: '/prepaid', words: t('Create another link') }
  if (!request.influencer || !request.profile_opens) return { to: '/explore', words: t('Explore') }
  return { to: `/profile/${request.influencer.user.username}`, words: t('Book again') }
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
