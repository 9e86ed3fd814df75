import type { EarningsEntry, PayoutAccount, UpcomingPayout } from '@parley/contract'
import { penceOf } from '@parley/contract/money'
import { dateText, poundsText } from '../../language/formats.ts'
import { msg, t } from '../../language/text.ts'

/** An amount with its sign before the pound and with thousands separators: −£3,200.00. */
export function money(amount: string): string {
  return `${amount.startsWith('-') ? '−' : ''}${poundsText(penceOf(amount.replace('-', '')))}`
}

export const isNothing = (amount: string) => penceOf(amount) === 0

/** A day in the format of the page's language. */
export function dayText(iso: string): string {
  return dateText(new Date(iso), { day: 'numeric', month: 'short', year: 'numeric' })
}

export const ENTRY_WORDS: Record<EarningsEntry['kind'], string> = {
  release: msg('Earned'),
  transfer: msg('Paid out'),
  transfer_reversed: msg('A payout was taken back'),
  refund: msg('Paid back to the buyer'),
  dispute: msg('Taken back by the buyer’s bank'),
}

const STATUS_WORDS: Record<EarningsEntry['status'], string | null> = {
  waiting: msg('not paid out yet'),
  sending: msg('on its way'),
  paid: msg('paid out'),
  netted: msg('covers what was owed'),
  settled: null,
}

function feeText(fee: string): string | null {
  const share = penceOf(fee)
  if (share > 0) return t('after {amount} fee', { amount: money(fee) })
  return share < 0 ? t('{amount} fee given back', { amount: money(fee.slice(1)) }) : null
}

/** The details of a line: where its money is, and the platform's fee. */
export function entryDetail({ status, fee }: EarningsEntry): string {
  const where = STATUS_WORDS[status]
  return [where && t(where), feeText(fee)].filter(words => words !== null).join(' · ')
}

/** When a payout is due: a day if it is known, and the reason why it waits. */
export function whenText({ payable_at, reason }: UpcomingPayout): string {
  if (reason.code === 'sending') return t('Now')
  return payable_at === null ? t('No date yet') : dayText(payable_at)
}

export interface AccountWords {
  tone: 'open' | 'good' | 'bad'
  title: string
  text: string
  action: string
}

/** The text of a payout account, and the label of its button. */
export function accountWords(account: PayoutAccount): AccountWords {
  switch (account.status) {
    case 'none':
      return {
        tone: 'open',
        title: t('Say where your money goes'),
        text: t(
          'Stripe pays you. It asks who you are and for your bank account; that takes about five minutes. You can earn before it is done.',
        ),
        action: t('Set up payouts'),
      }
    case 'onboarding':
      return {
        tone: 'open',
        title: t('Your payouts are not ready yet'),
        text:
          account.requirements.length > 0
            ? t('Your earnings are safe and wait for you. Stripe still needs:')
            : t('Stripe is looking at what you sent. Nothing is left for you to do.'),
        action: t('Set up payouts'),
      }
    case 'restricted':
      return {
        tone: 'bad',
        title: t('Your payouts are stopped'),
        text:
          account.requirements.length > 0
            ? t('Your earnings are safe and wait for you. Stripe needs this before it pays you again:')
            : t('Your earnings are safe and wait for you. Stripe says what is missing.'),
        action: t('Set up payouts'),
      }
    case 'closed':
      return {
        tone: 'bad',
        title: t('Your payout account is closed'),
        text: t(
          'It is closed at Stripe, or not connected to us any more. What you earn is safe, and goes out when you have another one.',
        ),
        action: t('Set up another account'),
      }
    case 'active':
      return account.requirements.length > 0
        ? {
            tone: 'open',
            title: t('Payouts are on'),
            text: t('They stay on when Stripe gets this:'),
            action: t('Answer Stripe'),
          }
        : {
            tone: 'good',
            title: t('Payouts are on'),
            text: t('Stripe sends what you earned to your bank account.'),
            action: t('Change your details'),
          }
  }
}

/** The share of all earnings so far that was paid out, 0 to 1. */
export function shareReceived(paidOut: string, toCome: readonly string[]): number {
  const received = Math.max(0, penceOf(paidOut))
  const all = toCome.reduce((sum, amount) => sum + Math.max(0, penceOf(amount)), received)
  return all === 0 ? 0 : received / all
}
