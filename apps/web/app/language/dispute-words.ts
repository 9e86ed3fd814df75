import { msg, t } from './text.ts'

/** The reasons for a dispute, from the list of the card networks. */
const REASONS: Readonly<Record<string, string>> = {
  fraudulent: msg('The buyer says it was not them'),
  product_not_received: msg('The buyer says the call did not take place'),
  product_unacceptable: msg('The buyer says the call was not as described'),
  subscription_canceled: msg('The buyer says it was cancelled'),
  duplicate: msg('The buyer says it was charged twice'),
  credit_not_processed: msg('The buyer says a refund did not come'),
  unrecognized: msg('The buyer does not recognise the charge'),
  general: msg('No reason was given'),
}

/** The reason of the bank's customer; an unknown code reads as it is stored. */
export function disputeWords(reason: string): string {
  const words = REASONS[reason]
  return words === undefined ? reason.replaceAll('_', ' ') : t(words)
}
