/** Why money goes back, or stays: the whole policy of the house in one place. */
export type MoneyBackCause =
  | 'rejected'
  | 'cancelled'
  | 'late_money'
  | 'never_used'
  | 'influencer_absent'
  | 'buyer_absent'
  | 'nobody_came'
  | 'cut_by_influencer'
  | 'cut_by_platform'
  | 'left_by_buyer'

/** The rule as the buyer reads it before paying. */
export const MONEY_BACK_RULE =
  'You get all your money back if the request is rejected, cancelled before the call begins, not used within 30 days, or the influencer does not come within 10 minutes of an agreed start; if the influencer or Parley cuts the call short you get back the unused seconds; if you leave or do not come, the sale stands.'

/** The same of a prepaid link, whose influencer is whoever accepts it. */
export const PREPAID_MONEY_BACK_RULE =
  'You get all your money back if you revoke the link before the call begins, if nobody accepts it within 30 days, or if whoever accepted it rejects it or the call does not take place within another 30 days; if they or Parley cut the call short you get back the unused seconds; if you leave, the sale stands.'

type Share = 'all' | 'unused' | 'none'

const shareOf: Record<MoneyBackCause, Share> = {
  rejected: 'all',
  cancelled: 'all',
  late_money: 'all',
  never_used: 'all',
  influencer_absent: 'all',
  nobody_came: 'all',
  buyer_absent: 'none',
  cut_by_influencer: 'unused',
  cut_by_platform: 'unused',
  left_by_buyer: 'none',
}

export interface Sale {
  pricePence: number
  refundedPence: number
  durationSeconds: number
}

/** What goes back now, in pence: to the second, rounded in the buyer's favour, never more than is left. */
export function moneyBackPence(sale: Sale, cause: MoneyBackCause, usedMs: number): number {
  const leftPence = sale.pricePence - sale.refundedPence
  if (shareOf[cause] === 'none') return 0
  if (shareOf[cause] === 'all') return leftPence
  const usedSeconds = Math.min(Math.floor(usedMs / 1000), sale.durationSeconds)
  const unusedPence = Math.ceil(
    (sale.pricePence * (sale.durationSeconds - usedSeconds)) / sale.durationSeconds,
  )
  return Math.min(unusedPence, leftPence)
}
