import { pence } from '@parley/contract'
import type { Attendance } from '../calls/call-time.ts'
import { cancellingGives } from '../money/money-back.ts'
import type { Decision, RequestFacts } from '../request.ts'

type Rest = Pick<Decision, 'patch' | 'refund'>

/**
 * What becomes of the rest of a dated call that has not begun, where its bank took a part for good; null if all of the
 * rest goes back. Attack: a buyer who can cancel for nothing any more, or for whom the influencer waits, lets their
 * bank take a pound, and the rest comes back too.
 */
export function restOfLost(
  request: RequestFacts,
  { openedAt, buyerEndedAtMs }: { openedAt: Date } & Pick<Attendance, 'buyerEndedAtMs'>,
): Rest | null {
  const { startsAt, paidAt, refundedPence, chargedBackPence } = request
  if (!startsAt || !paidAt) return null
  if (openedAt >= startsAt) {
    const hasLeft = buyerEndedAtMs !== null && buyerEndedAtMs >= startsAt.getTime()
    return hasLeft ? { patch: { state: 'completed', settledBy: 'ended_by_buyer' }, refund: null } : null
  }
  const gone = pence(refundedPence + chargedBackPence)
  const { cause: reason, pence: backPence } = cancellingGives({ ...request, refundedPence: gone }, openedAt)
  if (reason === 'cancelled') return null
  return {
    patch: { settledBy: reason, refundedPence: pence(refundedPence + backPence) },
    refund: backPence > 0 ? { pence: backPence, reason } : null,
  }
}
