import { GIVE_BACK_ALONE_MAX_PENCE, GIVE_BACK_WITHIN_MS, messages, type Pence } from '@parley/contract'
import { refuse } from '../../../core/refusal.ts'
import type { EarnedShare } from '../../ledger/public.ts'
import { isConfirmed, isOpen, netPence, type RequestFacts } from '../request.ts'
import type { RequestRow } from '../store.ts'

type Sums = Pick<RequestFacts, 'pricePence' | 'refundedPence' | 'chargedBackPence'>

/** The bank decides about a disputed sale, and a running call settles itself. */
export function assertGivable(
  row: Pick<RequestFacts, 'paidAt' | 'paymentStatus' | 'state' | 'begunAt'>,
): void {
  if (!isConfirmed(row)) throw refuse.conflict('Nothing was paid, so nothing can go back')
  if (row.paymentStatus === 'charged_back')
    throw refuse.conflict(
      'The bank of the buyer has decided about this payment: nothing more can be given back',
    )
  if (row.paymentStatus === 'disputed')
    throw refuse.conflict(
      'The bank of the buyer decides about this payment: nothing can be given back before',
    )
  if (isOpen(row) && row.begunAt)
    throw refuse.conflict('The call is not over yet. Please try again when it has ended')
}

/** Never more goes back than is left of a sale; `field`: where the sum was written. */
export function assertLeft(row: Sums, backPence: Pence, field: 'amount' | 'back'): void {
  if (backPence > netPence(row)) throw refuse.fields({ [field]: [messages.moreThanLeft] })
}

/** Whether an influencer cannot give a sale back themselves any more. */
export const isPaidLongAgo = ({ paidAt }: Pick<RequestFacts, 'paidAt'>, now: Date): boolean =>
  paidAt === null || now.getTime() - paidAt.getTime() > GIVE_BACK_WITHIN_MS

/** Who bears what goes back: the earners, after the release; null while the money is held. */
export function earnedOf(
  row: Sums & Pick<RequestRow, 'releasedAt' | 'influencerId' | 'feeBasisPoints'>,
  backPence: Pence,
): EarnedShare | null {
  const { releasedAt, influencerId, feeBasisPoints } = row
  if (!releasedAt || !influencerId) return null
  return { influencerId, netPence: netPence(row), feeBasisPoints, backPence }
}

type Sides = Pick<RequestRow, 'buyerId' | 'influencerId' | 'attendeeId'>

/** Whether somebody has a side in a sale: bought it, performs or attends. */
export const hasSideIn = ({ buyerId, influencerId, attendeeId }: Sides, userId: string): boolean =>
  [buyerId, influencerId, attendeeId].includes(userId)

/** Staff cannot decide about their own money. */
export function assertNoParty(row: Sides, staffId: string): void {
  if (hasSideIn(row, staffId)) throw refuse.forbidden(messages.ownCase)
}

/** Whether one member of staff may not give these sums of one sale back alone. */
export const isTooMuchAlone = (sumsPence: readonly number[]): boolean =>
  sumsPence.reduce((sum, one) => sum + one, 0) > GIVE_BACK_ALONE_MAX_PENCE

/** What a member of staff saw of a sale must still be true, and nothing else may be about to give it back. */
export function assertUnchanged(row: Pick<RequestRow, 'version' | 'problemOpen'>, seenVersion: number): void {
  if (row.version !== seenVersion) throw refuse.conflict(messages.staleCase)
  // Two ways to refund one sale: a second member could confirm what was decided before the problem was settled.
  if (row.problemOpen) throw refuse.conflict(messages.settleProblemFirst)
}
