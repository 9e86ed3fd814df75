import { type Pence, pence } from '@parley/contract/money'
import { basisPointsOf, platformFeePence } from '@parley/contract/platform-fee'
import { poundsText as formatted } from '../../language/formats.ts'

export const PRICE_POUNDS = { min: 5, max: 250, step: 5, start: 25 } as const
export const CALLS_A_MONTH = { min: 1, max: 60, step: 1, start: 12 } as const

export interface Earnings {
  paidPence: Pence
  feePence: Pence
  keptPence: Pence
}

/** The earnings of some calls at a price; the fee of each sale is rounded down to the penny, as in the ledger. */
export function earningsOf(sale: { pricePence: Pence; calls: number; feePercent: number }): Earnings {
  const feePence = pence(platformFeePence(sale.pricePence, basisPointsOf(sale.feePercent)) * sale.calls)
  const paidPence = pence(sale.pricePence * sale.calls)
  return { paidPence, feePence, keptPence: pence(paidPence - feePence) }
}

/** Pounds with pence only where there are some: £1,350, £1,350.50. */
export function poundsText(sum: Pence): string {
  const digits = sum % 100 === 0 ? 0 : 2
  return formatted(sum, { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
