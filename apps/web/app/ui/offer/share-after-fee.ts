import { parseAmount } from '@parley/contract/money'

/** The platform's fee of one sale, rounded down to the penny, as in the ledger. */
export function feePenceOf(pricePence: number, feePercent: number): number {
  return Math.floor((pricePence * Math.round(feePercent * 100)) / 10_000)
}

export interface Sale {
  pricePence: number
  keptPence: number
}

/** A typed price, and the rest after the fee; null while it is not a price. */
export function saleOf(amount: string | number, feePercent: number): Sale | null {
  const pricePence = parseAmount(amount)
  return pricePence === null
    ? null
    : { pricePence, keptPence: pricePence - feePenceOf(pricePence, feePercent) }
}
