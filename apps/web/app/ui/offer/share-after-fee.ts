import { type Pence, parseAmount } from '@parley/contract/money'
import { basisPointsOf, influencerSharePence } from '@parley/contract/platform-fee'

export interface Sale {
  pricePence: Pence
  keptPence: Pence
}

/** A typed price, and the rest after the fee; null while it is not a price. */
export function saleOf(amount: string | number, feePercent: number): Sale | null {
  const pricePence = parseAmount(amount)
  return pricePence === null
    ? null
    : { pricePence, keptPence: influencerSharePence(pricePence, basisPointsOf(feePercent)) }
}
