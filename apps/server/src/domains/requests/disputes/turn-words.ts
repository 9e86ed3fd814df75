import type { AbsentRule } from '@parley/contract'
import type { PackFacts } from './pack-record.ts'

type Turn = NonNullable<PackFacts['turn']>

/** What was sold with a turn in the line of a queue. */
export const turnSold = ({ sale }: Pick<PackFacts, 'sale'>): string =>
  `meeting of ${sale.durationSeconds} seconds with an influencer by video, as one turn in a line`

/** The event's rule for absent fans, as the buyer of a turn read it before paying. */
export const ABSENT_RULE_WORDS: Record<AbsentRule, string> = {
  keep: 'The rule of this event for a buyer who is not there when called: the sale stands.',
  refund: 'The rule of this event for a buyer who is not there when called: all of the price goes back.',
}

const SERVED = 'The turn was served: all of its time was used.'
const PART = 'The turn began, and ended before all of its time was used.'
const NOT_REACHED = 'The turn did not come, and not because of the buyer.'
const OVER_BEFORE = 'The place in the line ended before its turn.'

const BY_OUTCOME: ReadonlyMap<string, string> = new Map([
  ['served', SERVED],
  ['part_served', PART],
  ['turn_not_reached', NOT_REACHED],
  ['influencer_absent', 'The influencer did not open the line.'],
  ['left_line', 'The buyer gave up the place in the line before its turn.'],
  [
    'disputed_in_line',
    'The bank of the buyer disputed the payment while the buyer was in the line, and that ended the place.',
  ],
])

const BY_STATE: Record<NonNullable<Turn['state']>, string> = {
  waiting: 'The buyer was in the line, and the turn had not come.',
  called: 'The buyer was being called.',
  in_turn: 'The turn was going on.',
  served: SERVED,
  part: PART,
  skipped: NOT_REACHED,
  left: OVER_BEFORE,
  unserved: NOT_REACHED,
}

/** How a turn ended, by the decision about its money; where none was made, how it stood in the line. */
export function turnEnd(turn: Turn, { outcome }: PackFacts['outcome']): string {
  const { state, why } = turn
  const isUndecided = outcome === null || outcome === 'charged_back'
  const isSkippedAbsent = state === 'skipped' && why === 'absent'
  if (outcome === 'buyer_absent' || (isUndecided && isSkippedAbsent)) return absence(turn)
  if (isUndecided) return BY_STATE[state ?? 'waiting']
  return BY_OUTCOME.get(outcome) ?? OVER_BEFORE
}

function absence({ missed, state }: Turn): string {
  const times = missed === 1 ? 'once' : `${missed} times`
  const how =
    missed > 0
      ? `The buyer was called ${times} and did not come`
      : 'The buyer was not ready when the turn came'
  return state === 'skipped' ? `${how}, and was skipped.` : `${how}.`
}

/** The place in the line, beside the price. */
export function lineWords({ number, lineStartsAt }: Turn, momentOf: (iso: string) => string): string {
  const begin =
    lineStartsAt === null ? 'The line had no date' : `The line was to begin ${momentOf(lineStartsAt)}`
  return number === null ? `${begin}.` : `${begin}; the buyer had number ${number} in it.`
}
