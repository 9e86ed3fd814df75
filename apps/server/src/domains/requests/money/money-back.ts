import { type Pence, pence, type Seconds, type SettledBy } from '@parley/contract'

/** Why money goes back, or stays. Of a call that was begun the contract's `callEnding` decides which. */
export type MoneyBackCause = SettledBy

type Share = 'all' | 'unused' | 'none'

const shareOf: Record<MoneyBackCause, Share> = {
  rejected: 'all',
  cancelled: 'all',
  late_money: 'all',
  never_used: 'all',
  unanswered: 'all',
  influencer_absent: 'all',
  nobody_came: 'all',
  buyer_absent: 'none',
  // Of an event.
  cut_by_influencer: 'unused',
  used_up: 'none',
  ended_by_buyer: 'none',
  influencer_waited: 'none',
  not_used: 'unused',
}

export interface Sale {
  pricePence: Pence
  refundedPence: Pence
  durationSeconds: Seconds
}

/** What goes back now, in pence: to the second, rounded in the buyer's favour, never more than is left. */
export function moneyBackPence(sale: Sale, cause: MoneyBackCause, usedMs: number): Pence {
  const leftPence = pence(sale.pricePence - sale.refundedPence)
  if (shareOf[cause] === 'none') return pence(0)
  if (shareOf[cause] === 'all') return leftPence
  const usedSeconds = Math.min(Math.floor(usedMs / 1000), sale.durationSeconds)
  const unusedPence = Math.ceil(
    (sale.pricePence * (sale.durationSeconds - usedSeconds)) / sale.durationSeconds,
  )
  return pence(Math.min(unusedPence, leftPence))
}
