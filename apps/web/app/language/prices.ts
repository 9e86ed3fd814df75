import { poundsText } from './formats.ts'

/** A price as the wire has it ("25.00"), as the page's language writes pounds, its thousands together: £2500.00; empty for one that is not the reader's to see. */
export function priceText(amount: string | null): string {
  return amount === null ? '' : poundsText(amount, { useGrouping: false })
}
