import type { EarningsEntry, PayoutAccount, UpcomingPayout } from '@parley/contract'
import { CURRENCY_SIGN } from '@parley/contract/constants'

/** An amount with its sign before the pound, and its thousands apart: −£3,200.00. */
export function money(amount: string): string {
  const pounds = amount.replace('-', '').replace(/\B(?=(\d{3})+\.)/g, ',')
  return `${amount.startsWith('-') ? '−' : ''}${CURRENCY_SIGN}${pounds}`
}

export const isNothing = (amount: string) => Number(amount) === 0

/** A day in the reader's own way of writing it. */
export function dayText(iso: string, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }).format(
    new Date(iso),
  )
}

export const ENTRY_WORDS: Record<EarningsEntry['kind'], string> = {
  release: 'Earned',
  transfer: 'Paid out',
  transfer_reversed: 'A payout was taken back',
  refund: 'Paid back to the buyer',
  dispute: 'Taken back by the buyer’s bank',
}

const STATUS_WORDS: Record<EarningsEntry['status'], string | null> = {
  waiting: 'not paid out yet',
  sending: 'on its way',
  paid: 'paid out',
  netted: 'covers what was owed',
  settled: null,
}

/** What else there is to say of a line: where its money is, and the platform's share of it. */
export function entryDetail({ status, fee }: EarningsEntry): string {
  const share = Number(fee)
  const feeText =
    share > 0 ? `after ${money(fee)} fee` : share < 0 ? `${money(fee.slice(1))} fee given back` : null
  return [STATUS_WORDS[status], feeText].filter(words => words !== null).join(' · ')
}

/** When a payout comes: a day where there is one, and why it waits. */
export function whenText({ payable_at, reason }: UpcomingPayout, locale?: string): string {
  if (reason.code === 'sending') return 'Now'
  return payable_at === null ? 'No date yet' : dayText(payable_at, locale)
}

export interface AccountWords {
  tone: 'open' | 'good' | 'bad'
  title: string
  text: string
  action: string
}

/** A payout account in words, and what its button says. */
export function accountWords(account: PayoutAccount): AccountWords {
  switch (account.status) {
    case 'none':
      return {
        tone: 'open',
        title: 'Say where your money goes',
        text: 'Stripe pays you. It asks who you are and for your bank account; that takes about five minutes. You can earn before it is done.',
        action: 'Set up payouts',
      }
    case 'onboarding':
      return {
        tone: 'open',
        title: 'Your payouts are not ready yet',
        text:
          account.requirements.length > 0
            ? 'Your earnings are safe and wait for you. Stripe still needs:'
            : 'Stripe is looking at what you sent. Nothing is left for you to do.',
        action: 'Set up payouts',
      }
    case 'restricted':
      return {
        tone: 'bad',
        title: 'Your payouts are stopped',
        text:
          account.requirements.length > 0
            ? 'Your earnings are safe and wait for you. Stripe needs this before it pays you again:'
            : 'Your earnings are safe and wait for you. Stripe says what is missing.',
        action: 'Set up payouts',
      }
    case 'active':
      return account.requirements.length > 0
        ? {
            tone: 'open',
            title: 'Payouts are on',
            text: 'They stay on when Stripe gets this:',
            action: 'Answer Stripe',
          }
        : {
            tone: 'good',
            title: 'Payouts are on',
            text: 'Stripe sends what you earned to your bank account.',
            action: 'Change your details',
          }
  }
}

/** How much of everything earned so far has reached its person, 0 to 1. */
export function shareReceived(paidOut: string, toCome: readonly string[]): number {
  const received = Math.max(0, Number(paidOut))
  const all = toCome.reduce((sum, amount) => sum + Math.max(0, Number(amount)), received)
  return all === 0 ? 0 : received / all
}
