import {
  EVENT_MONEY_BACK_RULE,
  eventMoneyBackRule,
  formatAmount,
  MONEY_BACK_SENTENCES,
  moneyBackRuleFor,
  PREPAID_MONEY_BACK_RULE,
  type RequestMoneyBack,
} from '@parley/contract'
import { cancel, isConfirmed } from '../request.ts'
import type { NamedRequest, RequestRow } from '../store.ts'
import { cancellingGives, ladderOf } from './money-back.ts'

type Sold = Pick<NamedRequest, 'row' | 'influencerName' | 'event'>

/** The refund of a cancellation, now and later: by the same rules that execute it. */
export function presentMoneyBack(sale: Sold, now: Date): RequestMoneyBack {
  const { row } = sale
  const steps = ladderOf(row)
  return {
    policy: row.moneyBackPolicy,
    sentence: sentenceShown(sale),
    steps: steps
      ? steps.map(({ until, percent }) => ({ until: until.toISOString(), percent }))
      : [{ until: row.startsAt?.toISOString() ?? null, percent: 100 }],
    now: givesNow(row, now),
    next: givesNext(row, now),
  }
}

/** The sentence that the buyer saw before paying. */
export const sentenceShown = (sale: Sold): string => sale.row.moneyBackSentence ?? sentenceOf(sale)

function sentenceOf({ row, influencerName, event }: Sold): string {
  const { requestType, startsAt } = row
  // A queue's rule for absent fans is fixed once a place is sold.
  if (requestType === 'broadcast') return event ? eventMoneyBackRule(event) : EVENT_MONEY_BACK_RULE
  if (requestType === 'prepaid') return PREPAID_MONEY_BACK_RULE
  return startsAt ? MONEY_BACK_SENTENCES.flexible : moneyBackRuleFor(influencerName ?? '')
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
  // After the start nobody can cancel it: attendance decides.
  if (!at || at === steps.at(-1)?.until) return null
  return { at: at.toISOString(), amount: formatAmount(cancellingGives(row, at).pence) }
}
