import {
  absenceNeededMs,
  backUntilMs,
  type CallEvidence,
  callEnding,
  lastTogetherMs,
  type Stretch,
  waitedMs,
} from '@parley/contract'
import { isLate } from './blocks/block-rules.ts'
import type { Attendance } from './calls/call-time.ts'
import {
  cancel,
  type Decided,
  type Decision,
  endByRule,
  isConfirmed,
  isOpen,
  keepTime,
  nextDueAt,
  type RequestFacts,
} from './request.ts'
import { answerBy, keptUntilMs } from './slots/slot-rules.ts'

const RECHECK_AFTER_MS = 60_000
/** How often the provider is asked about a payment that a bank takes days for, and that holds no time. */
const BANK_POLLED_EVERY_MS = 15 * 60_000
/** How long the last moments of the agreed time may take to be stored. */
const WRITTEN_WITHIN_MS = 10_000
/** The time in which a call that is live at its agreed end, or at a block, ends by itself. */
export const COUNT_ENDS_WITHIN_MS = 60_000
/** The interval of checks of a call whose paid time still runs, although nobody may be in it. */
export const COUNT_POLLED_EVERY_MS = 1_000

/** The action of a suggestion that nobody answered. */
export const TIME_STANDS = 'time_stands'

export interface TimeFacts {
  attendance: Attendance
  now: Date
  releaseAfterMs: number
  /** Since when the buyer's bank disputes the payment, so that nobody can join; null without an open dispute. */
  disputedAt?: Date | null
}

/** Applies the due time rule of a request; null if none is due. */
export function applyTimeRules(request: RequestFacts, facts: TimeFacts): Decided {
  const dueAt = nextDueAt(request, facts)
  if (!dueAt || facts.now < dueAt) return null
  if (!isOpen(request)) return { ...unchanged, patch: { releasedAt: facts.now }, release: 'yes' }
  if (!isConfirmed(request)) return expireUnpaid(request, facts)
  // Nobody answered the proposal: the old time is valid.
  if (request.proposalUntil) return { ...keepTime(request), action: TIME_STANDS }
  if (request.begunAt) return decideBegun(request, facts)
  if (answerBy(request)) {
    const unanswered = { state: 'expired', outcome: 'unanswered', cause: 'unanswered', usedMs: 0 } as const
    return endByRule(request, { ...unanswered, now: facts.now })
  }
  const agreed = agreedOf(request)
  if (agreed) return decideUnattended(request, facts, agreed)
  const ending = {
    state: 'expired',
    outcome: 'unclaimed',
    cause: 'never_used',
    usedMs: 0,
    now: facts.now,
  } as const
  return endByRule(request, ending)
}

const unchanged: Decision = { patch: {}, refund: null, cancelIntent: 'no', release: 'no' }
const recheck = (now: Date, atMs = now.getTime() + RECHECK_AFTER_MS): Decision => ({
  ...unchanged,
  recheckAt: new Date(atMs),
})

function agreedOf({ startsAt, endsAt }: RequestFacts): Stretch | null {
  return startsAt && endsAt ? { fromMs: startsAt.getTime(), untilMs: endsAt.getTime() } : null
}

/** The facts that decide a request: what was seen of its call, and the agreement. */
export function evidenceOf(request: RequestFacts, attendance: Attendance): CallEvidence {
  return { ...attendance, totalMs: request.durationSeconds * 1000, agreed: agreedOf(request) }
}

function expireUnpaid(request: RequestFacts, { now }: TimeFacts): Decided {
  // The bank may still accept the payment: the intent cannot be cancelled now.
  const [nowMs, keptMs] = [now.getTime(), keptUntilMs(request)]
  const everyMs = request.holdUntil ? RECHECK_AFTER_MS : BANK_POLLED_EVERY_MS
  if (request.paymentStatus === 'processing' && nowMs < keptMs)
    return recheck(now, Math.min(nowMs + everyMs, keptMs))
  return endByRule(request, { state: 'expired', outcome: 'unpaid', cause: 'cancelled', usedMs: 0, now })
}

/** A dated call to which nobody, or only one party, came. */
function decideUnattended(request: RequestFacts, facts: TimeFacts, agreed: Stretch): Decided {
  const { attendance, now, disputedAt } = facts
  if (attendance.isLive) return recheck(now)
  // Attack: a buyer who cannot cancel for all of it any more lets their bank dispute the payment. Nobody can come then,
  // and all of it would go back, also where the influencer wins. So it was cancelled when the dispute began.
  if (disputedAt && isLate(request, disputedAt)) return cancel(request, disputedAt)
  // It began while the influencer waited, who could not wait on: as a block, it is End Call of the buyer.
  if (disputedAt && (attendance.buyerEndedAtMs ?? 0) >= agreed.fromMs) {
    const left = { state: 'completed', outcome: 'buyer_absent', cause: 'ended_by_buyer' } as const
    return endByRule(request, { ...left, usedMs: 0, now })
  }
  if (waitedMs(evidenceOf(request, attendance)) >= absenceNeededMs(agreed)) {
    const absent = { state: 'completed', outcome: 'buyer_absent', cause: 'buyer_absent' } as const
    return endByRule(request, { ...absent, usedMs: 0, now })
  }
  const nowMs = now.getTime()
  const isWaiting = lastAloneMs(attendance) > nowMs - RECHECK_AFTER_MS
  if (isWaiting && nowMs < agreed.untilMs) {
    return recheck(now, Math.min(nowMs + RECHECK_AFTER_MS, agreed.untilMs))
  }
  if (isStillWritten(attendance, agreed, nowMs)) return recheck(now, agreed.untilMs + WRITTEN_WITHIN_MS)
  const cause = attendance.buyerAlone.length > 0 ? 'influencer_absent' : 'nobody_came'
  return endByRule(request, { state: 'expired', outcome: 'influencer_absent', cause, usedMs: 0, now })
}

/** Until when the influencer was last seen alone. */
function lastAloneMs({ influencerAlone }: Attendance): number {
  return Math.max(...influencerAlone.map(({ untilMs }) => untilMs), Number.NEGATIVE_INFINITY)
}

/**
 * Whether the influencer waited up to the agreed end, as far as is known, and the last seconds are not stored yet.
 */
function isStillWritten(attendance: Attendance, { untilMs }: Stretch, nowMs: number): boolean {
  const lastMs = lastAloneMs(attendance)
  return nowMs < untilMs + WRITTEN_WITHIN_MS && lastMs < untilMs && lastMs > untilMs - WRITTEN_WITHIN_MS
}

/** A call that began and is over, or was left for ever. */
function decideBegun(request: RequestFacts, { attendance, now }: TimeFacts): Decided {
  const evidence = evidenceOf(request, attendance)
  const { agreed, usedMs } = evidence
  const nowMs = now.getTime()
  const begunMs = request.begunAt?.getTime() ?? nowMs
  const settlesMs = backUntilMs({ agreed, lastTogetherMs: lastTogetherMs(evidence) ?? begunMs })
  if (nowMs < settlesMs) return recheck(now, settlesMs)
  if (!agreed && attendance.isLive) return recheck(now)
  // What is proven lags behind what was used: earned seconds would go back.
  if (attendance.isLive && nowMs < settlesMs + COUNT_ENDS_WITHIN_MS)
    return recheck(now, nowMs + COUNT_POLLED_EVERY_MS)
  if (agreed && isStillWritten(attendance, agreed, nowMs))
    return recheck(now, agreed.untilMs + WRITTEN_WITHIN_MS)
  const cause = callEnding(evidence)
  const outcome = cause === 'used_up' ? 'served' : 'part_served'
  return endByRule(request, { state: 'completed', outcome, cause, usedMs, now })
}
