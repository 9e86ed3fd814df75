import type { Influencer } from '@parley/contract'
import { formatAmount, parseAmount } from '@parley/contract/money'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'

/** Whose a price is, in pounds: the platform's share is rounded down, as the ledger books it. */
export function splitOf(amount: string, feePercent: number): { share: string; fee: string } {
  const pence = parseAmount(amount) ?? 0
  const feePence = Math.floor((pence * Math.round(feePercent * 100)) / 10_000)
  return { share: priceText(formatAmount(pence - feePence)), fee: priceText(formatAmount(feePence)) }
}

/** Whose the price is, in pounds, before it is paid. */
export const splitText = ({ user, fee_percent }: Influencer, amount: string): string =>
  t('{name} gets {share}, Parley {fee}.', { name: user.first_name, ...splitOf(amount, fee_percent) })
