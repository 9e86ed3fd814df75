import { penceOf } from '@parley/contract/money'
import { poundsText } from './formats.ts'

/** An API price ("2500.00") in the format of the page's language: £2,500.00; empty where the reader may not see it. */
export function priceText(amount: string | null): string {
  return amount === null ? '' : poundsText(penceOf(amount))
}
