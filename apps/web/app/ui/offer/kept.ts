import { parseAmount } from '@parley/contract/money'

/** The platform's fee of one sale, rounded down to the penny as the ledger does. */
export function feePenceOf(pricePence: number, feePercent: number): number {
  return Math.floor((pricePence * Math.round(feePercent * 100)) / 10_000)
}

export interface Sale {
  pricePence: number
  keptPence: number
}

/** What a typed price is, and what is left of it after the fee; null while it is no price. */
export function saleOf(amount: string | number, feePercent: number): Sale | null {
  const pricePence = parseAmount(amount)
  return pricePence === null
    ? null
    : { pricePence, keptPence: pricePence - feePenceOf(pricePence, feePercent) }
}
