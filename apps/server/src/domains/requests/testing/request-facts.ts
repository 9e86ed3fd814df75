import { pence, seconds } from '@parley/contract'
import type { Attendance } from '../calls/call-time.ts'
import type { RequestFacts } from '../request.ts'
import { NO_SLOT } from '../slots/slot-rules.ts'

/** When the request of `unpaidRequest` was made. */
export const MADE_AT = new Date('2026-03-01T12:00:00Z')

/** A private request without a date that nobody has paid: 25.00 for 15 minutes. */
export const unpaidRequest: RequestFacts = {
  requestType: 'private',
  state: 'offered',
  outcome: null,
  settledBy: null,
  paymentStatus: 'unpaid',
  pricePence: pence(2500),
  refundedPence: pence(0),
  chargedBackPence: pence(0),
  durationSeconds: seconds(900),
  startsAt: null,
  ...NO_SLOT,
  endsAt: null,
  createdAt: MADE_AT,
  influencerId: 'ivy',
  paidAt: null,
  claimedAt: null,
  begunAt: null,
  endedAt: null,
  releasedAt: null,
  rejectReason: null,
}

/** The same, paid at once. */
export const paidRequest: RequestFacts = { ...unpaidRequest, paymentStatus: 'paid', paidAt: MADE_AT }

/** A call to which nobody came. */
export const nobodyCame: Attendance = {
  usedMs: 0,
  isLive: false,
  together: [],
  influencerAlone: [],
  buyerAlone: [],
  buyerEndedAtMs: null,
}
