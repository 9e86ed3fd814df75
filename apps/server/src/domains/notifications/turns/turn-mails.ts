import { eventMoneyBackRule, type TurnShown } from '@parley/contract'
import type { NamedRequest } from '../../requests/public.ts'
import type { MailTemplate } from '../mail-template.ts'
import { factsOf } from '../request-mails.ts'
import { NEXT_BEFORE_TURN, turnFacts } from './turn-words.ts'

/** To somebody in a line: its order stands, and this is their place. */
export function turnTimeMail(request: NamedRequest, turn: TurnShown): MailTemplate {
  const title = request.event?.title ?? ''
  return {
    subject: `Number ${turn.number ?? ''} in the line: ${title}`,
    news: [`The line of ${title} stands, and you are number ${turn.number ?? ''}.`],
    facts: [...factsOf(request).filter(([name]) => name !== 'When'), ...turnFacts(turn)],
    next: NEXT_BEFORE_TURN,
    action: { label: 'Go to the line', path: linePath(request) },
    small: rulesOf(request),
  }
}

/**
 * To somebody whose money is kept by the rule of an event: they were not there, left, or their bank disputes the place.
 */
export function turnKeptMail(request: NamedRequest): MailTemplate {
  const title = request.event?.title ?? ''
  const [subject, news, next] = keptWords(request, title)
  return {
    ...{ subject, news: [news], facts: factsOf(request), next: [next] },
    action: { label: 'See your booking', path: `/receipt/${request.row.slug}` },
    small: rulesOf(request),
  }
}

function keptWords({ row }: NamedRequest, title: string): [subject: string, news: string, next: string] {
  // They may well have been there: it is the dispute that took them out of the line.
  if (row.settledBy === 'disputed_in_line')
    return [
      `Your place was disputed: ${title}`,
      `Your bank disputes the payment for your place in the line of ${title}, so you are not in that line any more. By the event’s rule the price stays paid, and your bank now decides about it.`,
      'If you did not ask your bank for this, open your booking and tell us.',
    ]
  if (row.settledBy === 'left_line')
    return [
      `You left the line: ${title}`,
      `You left the line of ${title} before your turn. The sale stands.`,
      'If something went wrong, open your booking and tell us.',
    ]
  return [
    `You were not there for your turn: ${title}`,
    `You were not there when you were called in the line of ${title}. The sale stands.`,
    'If you were there, open your booking and tell us what went wrong.',
  ]
}

const rulesOf = ({ event }: NamedRequest): string[] => (event ? [eventMoneyBackRule(event)] : [])

const linePath = ({ influencerName, event }: NamedRequest) =>
  `/stream/${influencerName ?? ''}/${event?.slug ?? ''}`
