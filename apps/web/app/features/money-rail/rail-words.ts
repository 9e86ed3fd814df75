import type { MoneyLine, MoneyLineKind, MoneyPlace, MoneyRail } from '@parley/contract'
import { isSomething } from '@parley/contract/money'
import { dateText, zonedText } from '../../language/formats.ts'
import { priceText } from '../../language/prices.ts'
import { msg, t } from '../../language/text.ts'

/** The texts of the steps, in the past and in the future. */
const WORDS: Record<Exclude<MoneyLineKind, 'earned'>, { done: string; next: string }> = {
  charged: { done: msg('Paid'), next: msg('Paid') },
  held: { done: msg('Held for the call'), next: msg('Held for the call') },
  refund_decided: { done: msg('Decided to go back'), next: msg('Decided to go back') },
  refund_sent: { done: msg('Sent to the bank'), next: msg('Is sent to the bank') },
  refund_arrived: { done: msg('With the bank'), next: msg('The bank has it') },
  fee: { done: msg('The fee of Parley'), next: msg('The fee of Parley') },
  payout_sent: { done: msg('Payout sent'), next: msg('Payout') },
  paid_out: { done: msg('Paid out'), next: msg('Paid out') },
  disputed: { done: msg('Taken by the buyer’s bank while it asks'), next: msg('Disputed') },
  dispute_won: { done: msg('Given back by the buyer’s bank'), next: msg('Disputed') },
  dispute_lost: { done: msg('Kept by the buyer’s bank'), next: msg('Disputed') },
}

/** The texts of the steps that undo an earlier one, by the place from which the money comes back. */
const UNDONE: Partial<Record<MoneyLineKind, { from: MoneyPlace; text: string }>> = {
  fee: { from: 'parley', text: msg('The fee comes back') },
  paid_out: { from: 'account', text: msg('Taken back from a payout') },
  refund_decided: { from: 'bank', text: msg('The bank sent it back to us') },
}

/** What is earned: beside a line with the fee it is the whole sum, and the buyer sees no such line. */
const EARNED = {
  all: { done: msg('Earned'), next: msg('Becomes the influencer’s') },
  beside: { done: msg('Earned, before the fee'), next: msg('Becomes the influencer’s, before the fee') },
  without: { done: msg('Earned, less the fee'), next: msg('Becomes the influencer’s, less the fee') },
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const MOMENT = { ...DAY, hour: '2-digit', minute: '2-digit' } as const

export const dayText = (iso: string): string => dateText(new Date(iso), DAY)

/** The text of a line of a rail. */
export function lineWords(
  { what, at, from }: MoneyLine,
  { lines, has_fee: hasFee }: Pick<MoneyRail, 'lines' | 'has_fee'>,
): string {
  const undone = UNDONE[what]
  if (undone?.from === from) return t(undone.text)
  const tense = at === null ? 'next' : 'done'
  if (what !== 'earned') return t(WORDS[what][tense])
  if (!hasFee) return t(EARNED.all[tense])
  const isBeside = lines.some(each => each.what === 'fee')
  return t(EARNED[isBeside ? 'beside' : 'without'][tense])
}

/** What is still to come of the money of a sale, in a sentence. */
export function leftWords({ left, is_held_for_call: isHeldForCall }: MoneyRail): string {
  if (!isSomething(left)) return t('Every penny is where it belongs.')
  const amount = priceText(left)
  return isHeldForCall
    ? t('{amount} is held for the call.', { amount })
    : t('{amount} is still on its way.', { amount })
}

/** When a step happened, or by when it will; for a refund also when the bank statement shows it. */
export function lineTime({ at, what, expected_by }: MoneyLine): string {
  if (at === null)
    return expected_by === null ? t('no date yet') : t('by {day}', { day: dayText(expected_by) })
  const moment = zonedText(new Date(at), MOMENT)
  return what === 'refund_arrived' && expected_by !== null
    ? t('{moment}, on the statement by {day}', { moment, day: dayText(expected_by) })
    : moment
}
