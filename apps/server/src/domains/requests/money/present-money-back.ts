import {
  EVENT_MONEY_BACK_RULE,
  eventMoneyBackRule,
  formatAmount,
  MONEY_BACK_RULE,
  MONEY_BACK_SENTENCES,
  type MoneyBackPolicy,
  moneyBackRuleFor,
  PREPAID_MONEY_BACK_RULE,
  type RequestMoneyBack,
} from '@parley/contract'
import { cancel, isConfirmed, isProposed } from '../request.ts'
import type { NamedRequest, RequestRow } from '../store.ts'
import { cancellingGives, ladderOf } from './money-back.ts'

type Sold = Pick<NamedRequest, 'row' | 'influencerName' | 'event'>

/** The refund of a cancellation, now and later: by the same rules that execute it. */
export function presentMoneyBack(sale: Sold, now: Date): RequestMoneyBack {
  const { row } = sale
  const steps = ladderOf(row)
  return {
    policy: row.moneyBackPolicy,
    sentence: sentencesShown(sale)[0] ?? '',
    steps: steps
      ? steps.map(({ until, percent }) => ({ until: until.toISOString(), percent }))
      : [{ until: row.startsAt?.toISOString() ?? null, percent: 100 }],
    now: givesNow(row, now),
    next: givesNext(row, now),
  }
}

/**
 * What the buyer of a dated call reads before paying, as its request stores it, a line each: what a cancellation gives
 * back, and the rule of waiting and of End Call, without the name of the influencer in it.
 */
export const datedSentences = (policy: MoneyBackPolicy): string =>
  `${MONEY_BACK_SENTENCES[policy]}\n${MONEY_BACK_RULE}`

/**
 * All that the buyer read before paying. A dated call that was sold before its request stored both sentences has the
 * first one alone: nothing proves the other.
 */
export function sentencesShown(sale: Sold): string[] {
  const stored = sale.row.moneyBackSentence
  if (stored === null) return [sentenceOf(sale)]
  return stored.replace('{name}', sale.influencerName ?? '').split('\n')
}

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

/** The next moment at which a cancellation gives another sum. After the start nobody can cancel: attendance decides. */
function givesNext(row: RequestRow, now: Date): RequestMoneyBack['next'] {
  const gives = givesNow(row, now)
  if (!isConfirmed(row) || gives === null) return null
  // While other times are suggested all comes back; the ladder decides again from their deadline.
  const deadline = isProposed(row, now) ? row.proposalUntil : null
  const ends = (ladderOf(row) ?? []).slice(0, -1).map(({ until }) => until)
  const moments = deadline ? [deadline, ...ends.filter(until => until > deadline)] : ends
  for (const at of moments.filter(each => each > now)) {
    const amount = formatAmount(cancellingGives(row, at).pence)
    if (amount !== gives.amount) return { at: at.toISOString(), amount }
  }
  return null
}
