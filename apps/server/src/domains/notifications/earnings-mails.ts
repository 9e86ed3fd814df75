import { DISPUTE_STATEMENT_MAX } from '@parley/contract'
import { ukMoment } from '@parley/contract/uk-time'
import type { SaleTerms } from '../../core/mail-topic.ts'
import { inPlainWords } from '../payouts/public.ts'
import type { NamedRequest } from '../requests/public.ts'
import type { MailTemplate } from './mail-template.ts'
import { hours, pounds } from './words.ts'

const ACTION = { label: 'Look at your earnings', path: '/earnings' }

/** To somebody whose payout account was set up, or may be changed just now: a thief would do both. */
export function payoutAccountMail(news: 'opened' | 'ready' | 'closed'): MailTemplate {
  if (news === 'closed') return payoutAccountClosedMail()
  return {
    subject:
      news === 'ready' ? 'Your payout account is ready' : 'Your payout account can be changed just now',
    news: [
      news === 'ready'
        ? 'From now on what you earn goes to the account that was named at Stripe, who sends it.'
        : 'Somebody who is logged in as you opened the page at Stripe on which the account that your earnings go to can be changed.',
    ],
    next: [
      'If that was you, there is nothing to do. If it was not, choose a new password now, end all other logins in your settings, and tell Stripe.',
    ],
    action: { label: 'Look at your logins', path: '/my-account#security' },
  }
}

function payoutAccountClosedMail(): MailTemplate {
  return {
    subject: 'Your payout account is closed',
    news: [
      'Your account at Stripe, who sends you your money, is closed or is not connected to us any more.',
      'What you earned stays yours. It waits here, and nothing of it goes out until you have another account.',
    ],
    next: ['Set up your payouts again: a new account takes about five minutes, and the money goes there.'],
    action: ACTION,
  }
}

/** To somebody whose account at the payment provider may not receive money any more. */
export function payoutsStoppedMail(requirements: readonly string[]): MailTemplate {
  return {
    subject: 'Your payouts are stopped until Stripe hears from you',
    news: ['Stripe, who sends you your money, needs something from you before more can go out.'],
    facts: inPlainWords(requirements).map(({ message }) => ['Missing', message]),
    next: ['What you earn is kept for you and goes out once this is done.'],
    action: ACTION,
  }
}

/** To an influencer who offers something: the operator sells under other terms from now on. */
export function saleTermsMail({ before, now }: Record<'before' | 'now', SaleTerms>): MailTemplate {
  const facts: [string, string][] = []
  if (before.feeBasisPoints !== now.feeBasisPoints)
    facts.push([
      'Platform fee',
      `${now.feeBasisPoints / 100}% of a sale (so far ${before.feeBasisPoints / 100}%)`,
    ])
  if (before.releaseAfterHours !== now.releaseAfterHours)
    facts.push([
      'Released',
      `${hours(now.releaseAfterHours)} after a call is done (so far ${hours(before.releaseAfterHours)})`,
    ])
  return {
    subject: 'What you earn from new sales changes',
    news: ['The terms of what you sell from now on have changed.'],
    facts,
    next: ['What was sold before keeps the terms it was sold under. You can change your price at any time.'],
    action: ACTION,
  }
}

const saleOf = ({ row, buyerName }: NamedRequest): [string, string][] => [
  ['What', row.description],
  ['Paid by', `@${buyerName}`],
  ['Price', pounds(row.pricePence)],
]

/**
 * To an influencer whose sale a buyer's bank disputes; `answer` is when ours goes out where there is time to add to it,
 * null where there is none, `none` where the bank takes no answer.
 */
export function disputeOpenedMail(request: NamedRequest, answer: Date | 'none' | null): MailTemplate {
  const until = answer === 'none' ? null : answer
  const most = DISPUTE_STATEMENT_MAX.toLocaleString('en-GB')
  return {
    subject: 'A payment to you is disputed',
    news: [
      answer === 'none'
        ? 'A buyer told their bank that they did not agree to a payment. The bank takes no answer to this.'
        : 'A buyer told their bank that they did not agree to a payment. We answer the bank with what we know of the call.',
    ],
    facts: saleOf(request),
    next: [
      ...(until
        ? [
            `You can tell the bank what you know, in up to ${most} characters, with the button below. Our answer goes out on ${ukMoment(until)} at the latest.`,
          ]
        : []),
      'Until the bank has decided, which can take up to three months, payouts to you wait.',
    ],
    action: until ? { label: 'Add to the answer', path: '/earnings#disputes' } : ACTION,
  }
}

/** To an influencer about whose sale a buyer's bank only asks; `answer` as above. */
export function inquiryMail(request: NamedRequest, answer: Date | 'none' | null): MailTemplate {
  const opened = disputeOpenedMail(request, answer)
  return {
    ...opened,
    subject: 'A bank asks about a payment to you',
    news: [
      'A buyer does not know a payment to you on their statement, so their bank asks what it was. We answer the bank with what we know of the call.',
    ],
    next: [
      ...opened.next.slice(0, -1),
      'No money moves: the call takes place, and payouts to you go on. If the bank is not content, it may dispute the payment later, and you get another mail.',
    ],
  }
}

/** To an influencer whose sale the buyer's bank took back, or a part of it. */
export function disputeLostMail(request: NamedRequest, by: 'bank' | 'staff'): MailTemplate {
  const { row } = request
  const isPart = row.refundedPence + row.chargedBackPence < row.pricePence
  const what = isPart ? `${pounds(row.chargedBackPence)} of this sale` : 'the money of this sale'
  // The bank may take the money some time after it decided.
  if (isPart && row.chargedBackPence === 0) return undecidedLossMail(request)
  return {
    subject: 'A disputed payment went back to the buyer',
    news: [
      by === 'bank'
        ? `The bank decided for the buyer, and ${what} went back to them.`
        : `We did not contest it with the bank, and ${what} went back to the buyer.`,
    ],
    facts: saleOf(request),
    next: ['If it was yours already, your share of it comes off your next payouts. Our fee goes back too.'],
    action: ACTION,
  }
}

const undecidedLossMail = (request: NamedRequest): MailTemplate => ({
  subject: 'A bank decided for the buyer',
  news: ['The bank decided for the buyer of this sale. It has taken no money of it yet.'],
  facts: saleOf(request),
  next: ['If it takes money, you get another mail.'],
  action: ACTION,
})

/** To staff of finance: the issuer of a card warns of fraud, of a kind in the provider's words. */
export function fraudWarnedMail(request: NamedRequest, kind: string): MailTemplate {
  return {
    subject: 'A card issuer warns of fraud',
    news: [`The issuer of the card says that this payment may be fraud: ${kind.replaceAll('_', ' ')}.`],
    facts: saleOf(request),
    next: [
      'No money has moved. If you refund it now, no dispute and no fee of the bank follow. If the sale looks right, do nothing: most warnings come before a dispute, and not all.',
    ],
    action: { label: 'Look at the request', path: `/staff/requests/${request.row.id}` },
  }
}
