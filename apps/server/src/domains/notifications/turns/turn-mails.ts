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

/** To somebody who was not there for their turn, at an event that keeps the money then. */
export function turnKeptMail(request: NamedRequest): MailTemplate {
  const title = request.event?.title ?? ''
  const hasLeft = request.row.settledBy === 'left_line'
  return {
    subject: hasLeft ? `You left the line: ${title}` : `You were not there for your turn: ${title}`,
    news: [
      hasLeft
        ? `You left the line of ${title} before your turn. The sale stands.`
        : `You were not there when you were called in the line of ${title}. The sale stands.`,
    ],
    facts: factsOf(request),
    next: [
      hasLeft
        ? 'If something went wrong, open your booking and tell us.'
        : 'If you were there, open your booking and tell us what went wrong.',
    ],
    action: { label: 'See your booking', path: `/receipt/${request.row.slug}` },
    small: rulesOf(request),
  }
}

const rulesOf = ({ event }: NamedRequest): string[] => (event ? [eventMoneyBackRule(event)] : [])

const linePath = ({ influencerName, event }: NamedRequest) =>
  `/stream/${influencerName ?? ''}/${event?.slug ?? ''}`
