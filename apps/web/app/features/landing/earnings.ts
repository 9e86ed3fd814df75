import { poundsText as formatted } from '../../language/formats.ts'
import { feePenceOf } from '../../ui/offer/share-after-fee.ts'

export const PRICE_POUNDS = { min: 5, max: 250, step: 5, start: 25 } as const
export const CALLS_A_MONTH = { min: 1, max: 60, step: 1, start: 12 } as const

export interface Earnings {
  paidPence: number
  feePence: number
  keptPence: number
}

/** The earnings of some calls at a price; the fee of each sale is rounded down to the penny, as in the ledger. */
export function earningsOf(sale: { pricePence: number; calls: number; feePercent: number }): Earnings {
  const feePence = feePenceOf(sale.pricePence, sale.feePercent) * sale.calls
  const paidPence = sale.pricePence * sale.calls
  return { paidPence, feePence, keptPence: paidPence - feePence }
}

/** Pounds with pence only where there are some: £1,350, £1,350.50. */
export function poundsText(pence: number): string {
  const digits = pence % 100 === 0 ? 0 : 2
  return formatted(pence / 100, { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
