import { PAYOUT_MIN_PENCE, type PayoutWaitCode, type Pence, pence } from '@parley/contract'

/** A payout whose day has come. */
export interface DuePayout {
  id: string
  sharePence: Pence
}

/** The result for a due payout: it goes out minus a debt, a debt takes all of it, or it waits. */
export type PayoutFate =
  | { id: string; fate: 'send'; withheldPence: Pence }
  | { id: string; fate: 'netted' }
  | { id: string; fate: 'wait'; waitsFor: PayoutWaitCode }

/** Divides due payouts, oldest first, between a debt and the influencer; what is left below `leastPence` waits. */
export function dividePayouts(
  due: readonly DuePayout[],
  debtPence: Pence,
  leastPence = PAYOUT_MIN_PENCE,
): PayoutFate[] {
  let leftPence = Math.max(0, debtPence)
  const shares = due.map(({ id, sharePence }) => {
    const withheldPence = pence(Math.min(sharePence, leftPence))
    leftPence -= withheldPence
    return { id, withheldPence, amountPence: sharePence - withheldPence }
  })
  const sendablePence = shares.reduce((sum, share) => sum + share.amountPence, 0)
  return shares.map(({ id, withheldPence, amountPence }) => {
    if (amountPence === 0) return { id, fate: 'netted' }
    return sendablePence < leastPence
      ? { id, fate: 'wait', waitsFor: 'below_minimum' }
      : { id, fate: 'send', withheldPence }
  })
}
