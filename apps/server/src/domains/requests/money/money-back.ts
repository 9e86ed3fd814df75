import {
  type DatedStep,
  datedSteps,
  type MoneyBackPolicy,
  type Pence,
  partOf,
  pence,
  percentAt,
  type Seconds,
  type SettledBy,
} from '@parley/contract'

/** Why money goes back, or stays. For a call that began the contract's `callEnding` decides. */
export type MoneyBackCause = SettledBy

/** A reason whose refund does not depend on the time; the ladder decides about a late cancellation. */
export type RuledCause = Exclude<MoneyBackCause, 'cancelled_late'>

type Share = 'all' | 'unused' | 'none'

const shareOf: Record<RuledCause, Share> = {
  rejected: 'all',
  cancelled: 'all',
  late_money: 'all',
  never_used: 'all',
  unanswered: 'all',
  influencer_absent: 'all',
  nobody_came: 'all',
  turn_not_reached: 'all',
  buyer_absent: 'none',
  left_line: 'none',
  disputed_in_line: 'none',
  // Of an event.
  cut_by_influencer: 'unused',
  place_ended: 'unused',
  used_up: 'none',
  // Staff decide about the refund, as a problem.
  reported: 'none',
  ended_by_buyer: 'none',
  influencer_waited: 'none',
  not_used: 'unused',
}

export interface Sale {
  pricePence: Pence
  refundedPence: Pence
  durationSeconds: Seconds
}

/** The refund now, in pence: to the second, rounded in the buyer's favour, never more than is left. */
export function moneyBackPence(sale: Sale, cause: RuledCause, usedMs: number): Pence {
  const leftPence = pence(sale.pricePence - sale.refundedPence)
  if (shareOf[cause] === 'none') return pence(0)
  if (shareOf[cause] === 'all') return leftPence
  const usedSeconds = Math.min(Math.floor(usedMs / 1000), sale.durationSeconds)
  const unusedPence = Math.ceil(
    (sale.pricePence * (sale.durationSeconds - usedSeconds)) / sale.durationSeconds,
  )
  return pence(Math.min(unusedPence, leftPence))
}

/** A paid sale as its ladder reads it. */
export interface LadderedSale extends Sale {
  startsAt: Date | null
  paidAt: Date | null
  /** Null for a call without a date. */
  moneyBackPolicy?: MoneyBackPolicy | null
  moneyBackAtMost?: number
}

/** The steps of a sale's frozen ladder; null if the contract's own rule applies, which gives everything back. */
export function ladderOf(sale: LadderedSale): DatedStep[] | null {
  const { moneyBackPolicy: policy, startsAt, paidAt, moneyBackAtMost: atMostPercent = 100 } = sale
  return policy && startsAt ? datedSteps({ policy, startsAt, paidAt, atMostPercent }) : null
}

/** The refund of a cancellation of a paid sale at a moment before its start. */
export function cancellingGives(
  sale: LadderedSale,
  now: Date,
): { pence: Pence; cause: 'cancelled' | 'cancelled_late' } {
  const leftPence = pence(sale.pricePence - sale.refundedPence)
  const steps = ladderOf(sale)
  const backPence = steps ? pence(partOf(leftPence, percentAt(steps, now) ?? 0)) : leftPence
  return { pence: backPence, cause: backPence < leftPence ? 'cancelled_late' : 'cancelled' }
}

/** The most that a moved call gives back from then on: a later start opens no step again. */
export function atMostAfterMove(sale: LadderedSale, now: Date): number {
  const steps = ladderOf(sale)
  return steps ? (percentAt(steps, now) ?? 0) : 100
}
