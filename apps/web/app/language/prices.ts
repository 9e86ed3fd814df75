import { poundsText } from './formats.ts'

/** A price as the wire has it ("25.00"), as the page's language writes pounds, its thousands together: £2500.00. */
export function priceText(amount: string): string {
  return poundsText(amount, { useGrouping: false })
}
