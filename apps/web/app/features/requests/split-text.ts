import { formatAmount, parseAmount } from '@parley/contract/money'
import { priceText } from '../../language/prices.ts'

/** Whose a price is, in pounds: the platform's share is rounded down, as the ledger books it. */
export function splitOf(amount: string, feePercent: number): { share: string; fee: string } {
  const pence = parseAmount(amount) ?? 0
  const feePence = Math.floor((pence * Math.round(feePercent * 100)) / 10_000)
  return { share: priceText(formatAmount(pence - feePence)), fee: priceText(formatAmount(feePence)) }
}
