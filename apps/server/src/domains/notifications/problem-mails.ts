import type { Pence } from '@parley/contract'
import type { NamedRequest } from '../requests/public.ts'
import type { MailTemplate } from './mail-template.ts'
import { subjectOf } from './request-mails.ts'
import { pounds } from './words.ts'

const saleOf = ({ row }: NamedRequest): [string, string][] => [
  ['What', row.description],
  ['Price', pounds(row.pricePence)],
]
const railOf = ({ row }: NamedRequest) => ({ label: 'Where the money is', path: `/money/${row.slug}` })

/** To both parties of a call with which something was wrong, as one of them reported. */
export function problemOpenedMail(request: NamedRequest, reader: string): MailTemplate {
  const other = reader === request.row.buyerId ? request.influencerName : request.buyerName
  return {
    subject: 'We look at your call',
    news: [`You or @${other} told us that something was wrong with your call.`],
    facts: saleOf(request),
    next: ['A person looks at it. Until that is decided the money of this call waits.'],
    action: railOf(request),
  }
}

/** To a buyer to whom a part of what they paid goes back. */
export function givenBackMail(request: NamedRequest, backPence: Pence): MailTemplate {
  return {
    subject: `You get ${pounds(backPence)} back`,
    news: [`${pounds(backPence)} of what you paid for ${subjectOf(request)} goes back to you.`],
    facts: saleOf(request),
    next: ['It is on its way to the card you paid with. Banks take up to ten days to show it.'],
    action: railOf(request),
  }
}

/**
 * To an influencer of whose sale a part goes back by a decision that is not theirs. It names neither staff nor who said
 * that something was wrong.
 */
export function saleGivenBackMail(
  request: NamedRequest,
  { pence: backPence, by }: { pence: Pence; by: 'staff' | 'record' },
): MailTemplate {
  return {
    subject: `${pounds(backPence)} of a sale goes back`,
    news: [
      `${pounds(backPence)} of your sale to @${request.buyerName} goes back to its buyer.`,
      by === 'staff'
        ? 'A member of our staff decided this.'
        : 'Our record of who was there when decided this.',
    ],
    facts: saleOf(request),
    next: ['If it was yours already, your share of it comes off your next payouts. Our fee goes back too.'],
    action: { label: 'Look at the receipt', path: `/receipt/${request.row.slug}` },
  }
}

/** To both parties, when a person has decided. */
export function problemSettledMail(request: NamedRequest, backPence: Pence): MailTemplate {
  return {
    subject: 'We looked at your call',
    news: [
      backPence > 0
        ? `${pounds(backPence)} of the call goes back to @${request.buyerName}.`
        : 'Nothing goes back by this decision: the money of the call stays as it was.',
    ],
    facts: saleOf(request),
    next: ['The money waits no longer.'],
    action: railOf(request),
  }
}
