import type { TurnShown } from '@parley/contract'
import { ukSpan } from '@parley/contract/uk-time'
import type { MoneyBackCause, NamedRequest } from '../../requests/public.ts'

const TIME_MOVES = 'The time moves with the line: the page of the event shows it anew at each change.'
/** What somebody in a line has to do. */
const BE_READY =
  'Open the page of the event before your turn, and check your camera and microphone there. Who is ready is called; who is not is passed over, and comes right after the turn that goes on once they are ready.'

/** Number and time of a place in a line, as far as they are known. */
export function turnFacts(turn: TurnShown | undefined): [string, string][] {
  if (!turn) return []
  const { number, eta_from: from, eta_to: to } = turn
  return [
    ...(number === null ? [] : [['Your number', String(number)] as [string, string]]),
    ...(from && to
      ? [['Your turn', `About ${ukSpan(new Date(from), new Date(to))}`] as [string, string]]
      : []),
  ]
}

/** What somebody whose number stands does next. */
export const NEXT_BEFORE_TURN = [TIME_MOVES, BE_READY]

/** What the buyer of a place in a line does next. */
export const nextInLine = ({ event }: NamedRequest): string[] =>
  event?.order === 'drawn'
    ? ['The order is drawn half an hour before the start: we will write you your number then.', BE_READY]
    : NEXT_BEFORE_TURN

/** Why money of a turn goes back, where that is another reason than of any other request. */
export const WHY_TURN_BACK: Partial<Record<MoneyBackCause, string>> = {
  influencer_absent: 'the line was not opened within 15 minutes of its time',
  cancelled: 'you left the line, or the event was cancelled, before any of your turn was used',
  never_used: 'you were not there for your turn, and this event gives the money back then',
  not_used: 'your turn ended early, and you pay only for the seconds of it that you had',
  place_ended: 'your turn ended early, and you pay only for the seconds of it that you had',
}
