import {
  EVENT_MONEY_BACK_RULE,
  formatAmount,
  MONEY_BACK_SENTENCES,
  moneyBackRuleFor,
  PREPAID_MONEY_BACK_RULE,
  type RequestMoneyBack,
} from '@parley/contract'
import { cancel, isConfirmed } from '../request.ts'
import type { RequestRow } from '../store.ts'
import { cancellingGives, ladderOf } from './money-back.ts'

/** What cancelling a request gives, now and next: by the very rules that carry it out. */
export function presentMoneyBack(
  row: RequestRow,
  influencerName: string | null,
  now: Date,
): RequestMoneyBack {
  const steps = ladderOf(row)
  return {
    policy: row.moneyBackPolicy,
    sentence: sentenceShown(row, influencerName ?? ''),
    steps: steps
      ? steps.map(({ until, percent }) => ({ until: until.toISOString(), percent }))
      : [{ until: row.startsAt?.toISOString() ?? null, percent: 100 }],
    now: givesNow(row, now),
    next: givesNext(row, now),
  }
}

/** The sentence that the buyer saw before paying. */
export const sentenceShown = (row: RequestRow, name: string): string =>
  row.moneyBackSentence ?? sentenceOf(row, name)

function sentenceOf({ requestType, startsAt }: RequestRow, name: string): string {
  if (requestType === 'broadcast') return EVENT_MONEY_BACK_RULE
  if (requestType === 'prepaid') return PREPAID_MONEY_BACK_RULE
  return startsAt ? MONEY_BACK_SENTENCES.flexible : moneyBackRuleFor(name)
}

function givesNow(row: RequestRow, now: Date): RequestMoneyBack['now'] {
  const decided = cancel(row, now)
  if (!decided || 'notAllowed' in decided) return null
  const cause = decided.patch.settledBy === 'cancelled_late' ? 'cancelled_late' : 'cancelled'
  return { amount: formatAmount(decided.refund?.pence ?? 0), cause }
}

function givesNext(row: RequestRow, now: Date): RequestMoneyBack['next'] {
  if (!isConfirmed(row) || givesNow(row, now) === null) return null
  const steps = ladderOf(row) ?? []
  const at = steps.find(({ until }) => now < until)?.until
  // From the start on it cannot be cancelled any more: who comes decides.
  if (!at || at === steps.at(-1)?.until) return null
  return { at: at.toISOString(), amount: formatAmount(cancellingGives(row, at).pence) }
}
