import { type Pence, parsePounds } from '@parley/contract/money'

/** A typed amount in pounds; null when it is invalid or more than what is left. */
export function penceWithin(typed: string, leftPence: Pence): Pence | null {
  const typedPence = parsePounds(typed)
  return typedPence !== null && typedPence <= leftPence ? typedPence : null
}
