import type { MoneyLine, MoneyLineKind } from '@parley/contract'
import { dateText } from '../../language/formats.ts'
import { msg, t } from '../../language/text.ts'

/** The texts of the steps, in the past and in the future. */
const WORDS: Record<MoneyLineKind, { done: string; next: string }> = {
  charged: { done: msg('Paid'), next: msg('Paid') },
  held: { done: msg('Held for the call'), next: msg('Held for the call') },
  refund_decided: { done: msg('Decided to go back'), next: msg('Decided to go back') },
  refund_sent: { done: msg('Sent to the bank'), next: msg('Is sent to the bank') },
  refund_arrived: { done: msg('With the bank'), next: msg('The bank has it') },
  earned: { done: msg('Earned'), next: msg('Becomes the influencer’s') },
  fee: { done: msg('The fee of Parley'), next: msg('The fee of Parley') },
  payout_sent: { done: msg('Payout sent'), next: msg('Payout') },
  paid_out: { done: msg('Paid out'), next: msg('Paid out') },
  disputed: { done: msg('Taken by the buyer’s bank while it asks'), next: msg('Disputed') },
  dispute_won: { done: msg('Given back by the buyer’s bank'), next: msg('Disputed') },
  dispute_lost: { done: msg('Kept by the buyer’s bank'), next: msg('Disputed') },
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const MOMENT = { ...DAY, hour: '2-digit', minute: '2-digit' } as const

export const dayText = (iso: string): string => dateText(new Date(iso), DAY)

/** The text of a line. */
export const lineWords = ({ what, at }: MoneyLine): string => t(WORDS[what][at === null ? 'next' : 'done'])

/** When a step happened, or by when it will; for a refund also when the bank statement shows it. */
export function lineTime({ at, what, expected_by }: MoneyLine): string {
  if (at === null)
    return expected_by === null ? t('no date yet') : t('by {day}', { day: dayText(expected_by) })
  const moment = dateText(new Date(at), MOMENT)
  return what === 'refund_arrived' && expected_by !== null
    ? t('{moment}, on the statement by {day}', { moment, day: dayText(expected_by) })
    : moment
}
