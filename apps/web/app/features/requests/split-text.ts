import type { Influencer } from '@parley/contract'
import { formatAmount, penceOf } from '@parley/contract/money'
import { basisPointsOf, platformFeePence } from '@parley/contract/platform-fee'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'

/** How a price is divided, in pounds: the platform's fee is rounded down, as in the ledger. */
export function splitOf(amount: string, feePercent: number): { share: string; fee: string } {
  const pence = penceOf(amount)
  const feePence = platformFeePence(pence, basisPointsOf(feePercent))
  return { share: priceText(formatAmount(pence - feePence)), fee: priceText(formatAmount(feePence)) }
}

/** How the price will be divided, as a text. */
export const splitText = ({ user, fee_percent }: Influencer, amount: string): string =>
  t('{name} gets {share}, Parley {fee}.', { name: user.first_name, ...splitOf(amount, fee_percent) })
