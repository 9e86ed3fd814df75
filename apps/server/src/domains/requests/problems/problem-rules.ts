import {
  absenceNeededMs,
  type CallEvidence,
  callEnding,
  type Pence,
  PROBLEM_WITHIN_MS,
  type ProblemKind,
  pence,
  waitedMs,
} from '@parley/contract'
import type { Attendance } from '../calls/call-time.ts'
import { moneyBackPence, type RuledCause } from '../money/money-back.ts'
import type { RequestFacts } from '../request.ts'
import { evidenceOf } from '../time-rules.ts'

/** The decision of the records about a call's money. */
export interface Finding {
  rule: RuledCause
  /** The refund, beside earlier refunds. */
  backPence: Pence
}

/** The kinds about which the server's own records decide; about an event there is no record of who watched. */
export function isProvable(kind: ProblemKind, request: Pick<RequestFacts, 'requestType'>): boolean {
  return (kind === 'other_absent' || kind === 'cut_short') && request.requestType !== 'broadcast'
}

/** Whether a person may still report a problem: a paid call that ended a short time ago. */
export function canReport(request: RequestFacts, now: Date): boolean {
  const { endedAt, state, outcome } = request
  const wasToBe = state === 'completed' || outcome === 'influencer_absent' || outcome === 'turn_not_reached'
  return wasToBe && endedAt !== null && now.getTime() - endedAt.getTime() < PROBLEM_WITHIN_MS
}

/** Decides an ended call again, from all records about it. */
export function findAgain(request: RequestFacts, attendance: Attendance): Finding {
  const evidence = evidenceOf(request, attendance)
  const { agreed, usedMs } = evidence
  const rule = ruleOf()
  const duePence = moneyBackPence({ ...request, refundedPence: pence(0) }, rule, usedMs)
  const leftPence = request.pricePence - request.refundedPence - request.chargedBackPence
  return { rule, backPence: pence(Math.max(0, Math.min(duePence - request.refundedPence, leftPence))) }

  function ruleOf(): RuledCause {
    if (isUsedUp(request, evidence)) return 'used_up'
    if (request.begunAt) return callEnding(evidence)
    if (agreed && waitedMs(evidence) >= absenceNeededMs(agreed)) return 'buyer_absent'
    return evidence.buyerAlone.length > 0 ? 'influencer_absent' : 'nobody_came'
  }
}

/** A process that was killed loses up to five seconds of the record, and ended the call by its own clock. */
const RECORD_LOST_MAX_MS = 5_000

function isUsedUp({ settledBy }: RequestFacts, { totalMs, usedMs }: CallEvidence): boolean {
  return settledBy === 'used_up' && totalMs - usedMs <= RECORD_LOST_MAX_MS
}
