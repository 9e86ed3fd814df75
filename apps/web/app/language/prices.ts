import { penceOf } from '@parley/contract/money'
import { poundsText } from './formats.ts'

/**
 * An API price ("25.00") in the format of the page's language, without a thousands separator: £2500.00; empty for a
 * price that the reader may not see.
 */
export function priceText(amount: string | null): string {
  return amount === null ? '' : poundsText(penceOf(amount), { useGrouping: false })
}
