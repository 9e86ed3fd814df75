import {
  absenceNeededMs,
  type CallEvidence,
  callEnding,
  type Pence,
  PROBLEM_WITHIN_MS,
  PROBLEMS_OF_A_PARTY_MAX,
  type ProblemKind,
  pence,
  waitedMs,
} from '@parley/contract'
import type { Attendance } from '../calls/call-time.ts'
import { moneyBackPence, type RuledCause } from '../money/money-back.ts'
import { KEPT_IN_LINE } from '../places/turn-rules.ts'
import type { RequestFacts } from '../request.ts'
import { evidenceOf } from '../time-rules.ts'

/** The decision of the records about a call's money. */
export interface Finding {
  rule: RuledCause
  /** The refund, beside earlier refunds. */
  backPence: Pence
}

/** How the two sides of a sale met: in a call, in a turn of a line, or one watched the other at an event. */
export type Meeting = 'call' | 'turn' | 'watched'

/**
 * Whether the server's own records decide about a kind of problem; about an event there is no record of who watched.
 * Nor is there one of a line in which somebody waited. Attack: a fan who was absent, or who left, says that the host
 * was not there, so that the rule of the event does not keep their money.
 */
export function isProvable(
  kind: ProblemKind,
  sale: Pick<RequestFacts, 'settledBy'> & { meeting: Meeting },
): boolean {
  if (kind !== 'other_absent' && kind !== 'cut_short') return false
  if (sale.meeting === 'turn') return sale.settledBy !== null && !KEPT_IN_LINE.has(sale.settledBy)
  return sale.meeting === 'call'
}

/** A problem with the same call that was reported before. */
export interface EarlierProblem {
  reporterId: string
  state: 'open' | 'settled'
  settledAt: Date | null
  /** The member of staff; null where the record decided. */
  settledBy: string | null
}

/** Whether a request is one about which a party may ever report a problem: a paid call that was to take place. */
export function mayHaveProblem({ endedAt, state, outcome }: RequestFacts): boolean {
  const wasToBe = state === 'completed' || outcome === 'influencer_absent' || outcome === 'turn_not_reached'
  return wasToBe && endedAt !== null
}

/**
 * Until when a party may report a problem, beside the earlier ones: 48 hours from the end of a paid call that was to
 * take place. Attack: one party reports first and keeps the other party from reporting until the time is over; so
 * staff's decision gives the other party 48 hours of their own. Null if they never may.
 */
export function reportableUntil(
  request: RequestFacts,
  earlier: readonly EarlierProblem[],
  reporterId: string,
): Date | null {
  const { endedAt } = request
  if (!mayHaveProblem(request) || !endedAt || isOften(earlier, reporterId)) return null
  const decidedMs = earlier.flatMap(({ reporterId: by, settledBy, settledAt }) =>
    by !== reporterId && settledBy !== null && settledAt !== null ? settledAt.getTime() : [],
  )
  return new Date(Math.max(endedAt.getTime(), ...decidedMs) + PROBLEM_WITHIN_MS)
}

/** Whether a party has reported as many problems with one call as they may. */
export function isOften(earlier: readonly EarlierProblem[], reporterId: string): boolean {
  return earlier.filter(each => each.reporterId === reporterId).length >= PROBLEMS_OF_A_PARTY_MAX
}

/**
 * Whether a person decides what this party reports next, whatever its kind: our record has answered them before, or
 * one of the two ended the call and reported the other. Attack: a person whose call was ended with a
 * report, or who lost at the desk, says that the call was cut short; after such an end nobody may wait, so the record
 * would give back what staff did not.
 */
export function isForStaff(
  { settledBy }: Pick<RequestFacts, 'settledBy'>,
  earlier: readonly EarlierProblem[],
  reporterId: string,
): boolean {
  const isOwnByRecord = (each: EarlierProblem) =>
    each.reporterId === reporterId && each.state === 'settled' && !each.settledBy
  return settledBy === 'reported' || earlier.some(isOwnByRecord)
}

/** Decides an ended call again, from all records about it. */
export function findAgain(request: RequestFacts, attendance: Attendance): Finding {
  const evidence = evidenceOf(request, attendance)
  const { agreed } = evidence
  return foundBy(request, ruleOf(), evidence)

  function ruleOf(): RuledCause {
    if (isUsedUp(request, evidence)) return 'used_up'
    if (request.begunAt) return callEnding(evidence)
    // Attack: a buyer who is waited for blocks the influencer, who cannot wait any longer, and says that nobody came.
    if (request.settledBy === 'ended_by_buyer') return 'ended_by_buyer'
    if (agreed && waitedMs(evidence) >= absenceNeededMs(agreed)) return 'buyer_absent'
    return evidence.buyerAlone.length > 0 ? 'influencer_absent' : 'nobody_came'
  }
}

/**
 * The same of a turn, from all of its parts: of one that began its fan pays what was used, and of one that did not come
 * nothing. In a line nobody waits for the rest and no End Call keeps it. Attack: a fan whose rest went back, or came as
 * one more turn, says that the turn was cut short, to have the rest once more.
 */
export function findTurnAgain(place: RequestFacts, attendance: Attendance): Finding {
  const evidence = evidenceOf(place, attendance)
  if (!place.begunAt) return foundBy(place, 'turn_not_reached', evidence)
  const isServed = isUsedUp(place, evidence) || evidence.usedMs >= evidence.totalMs
  return foundBy(place, isServed ? 'used_up' : 'not_used', evidence)
}

/** By a rule and the used time: what is due, less all that went back or to a bank before. */
function foundBy(request: RequestFacts, rule: RuledCause, { usedMs }: CallEvidence): Finding {
  const duePence = moneyBackPence({ ...request, refundedPence: pence(0) }, rule, usedMs)
  const leftPence = request.pricePence - request.refundedPence - request.chargedBackPence
  return { rule, backPence: pence(Math.max(0, Math.min(duePence - request.refundedPence, leftPence))) }
}

/** A process that was killed loses up to five seconds of the record, and ended the call by its own clock. */
const RECORD_LOST_MAX_MS = 5_000

function isUsedUp({ settledBy }: RequestFacts, { totalMs, usedMs }: CallEvidence): boolean {
  return settledBy === 'used_up' && totalMs - usedMs <= RECORD_LOST_MAX_MS
}
