import { ABANDONED_CALL_SETTLES_AFTER_MS, ABSENT_AFTER_START_MS } from '@parley/contract'
import type { Attendance } from './call-time.ts'
import type { MoneyBackCause } from './money-back.ts'
import {
  type Decided,
  type Decision,
  endByRule,
  isConfirmed,
  isOpen,
  nextDueAt,
  type RequestFacts,
} from './request.ts'

const LOOK_AGAIN_MS = 60_000
/** Two who leave within this time of each other left together. */
const LEFT_TOGETHER_MS = 2_000

export interface TimeFacts {
  attendance: Attendance
  now: Date
  releaseAfterMs: number
}

/** Applies whatever rule of time is due to a request; null when none is. */
export function applyTimeRules(request: RequestFacts, facts: TimeFacts): Decided {
  const dueAt = nextDueAt(request, facts)
  if (!dueAt || facts.now < dueAt) return null
  if (!isOpen(request)) return { ...unchanged, patch: { releasedAt: facts.now }, release: 'yes' }
  if (!isConfirmed(request)) return expireUnpaid(request, facts)
  if (request.begunAt) return settleBegun(request, facts)
  if (request.startsAt && request.endsAt) return settleUnattended(request, facts, request.endsAt)
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
const lookAgain = (now: Date): Decision => ({
  ...unchanged,
  lookAgainAt: new Date(now.getTime() + LOOK_AGAIN_MS),
})

function expireUnpaid(request: RequestFacts, { now }: TimeFacts): Decided {
  // A bank that is still thinking may yet say yes: the intent cannot be cancelled now.
  if (request.paymentStatus === 'processing') return lookAgain(now)
  return endByRule(request, { state: 'expired', outcome: 'unpaid', cause: 'cancelled', usedMs: 0, now })
}

/** A dated call that nobody, or one of the two, came to. */
function settleUnattended(request: RequestFacts, { attendance, now }: TimeFacts, endsAt: Date): Decided {
  if (attendance.isLive) return lookAgain(now)
  if (attendance.influencerWaitedMs >= ABSENT_AFTER_START_MS) {
    const ending = {
      state: 'completed',
      outcome: 'buyer_absent',
      cause: 'buyer_absent',
      usedMs: 0,
      now,
    } as const
    return endByRule(request, ending)
  }
  const influencerIsThere = seenWithin(attendance.influencerSeenAt, now, LOOK_AGAIN_MS)
  if (influencerIsThere && now < endsAt) return lookAgain(now)
  const cause = attendance.buyerSeenAt ? 'influencer_absent' : 'nobody_came'
  return endByRule(request, { state: 'expired', outcome: 'influencer_absent', cause, usedMs: 0, now })
}

function seenWithin(seenAt: Date | null, now: Date, ms: number): boolean {
  return seenAt !== null && now.getTime() - seenAt.getTime() <= ms
}

/** A call that was begun and left: whoever was gone first cut it short. */
function settleBegun(request: RequestFacts, { attendance, now }: TimeFacts): Decided {
  const isOver = request.endsAt !== null && now >= request.endsAt
  const lastSeenMs = Math.max(
    attendance.lastEndedAt?.getTime() ?? 0,
    attendance.buyerSeenAt?.getTime() ?? 0,
    attendance.influencerSeenAt?.getTime() ?? 0,
    request.begunAt?.getTime() ?? 0,
  )
  if (!isOver && (attendance.isLive || now.getTime() - lastSeenMs < ABANDONED_CALL_SETTLES_AFTER_MS)) {
    return lookAgain(now)
  }
  const { usedMs } = attendance
  const totalMs = request.durationSeconds * 1000
  if (usedMs >= totalMs) {
    return endByRule(request, { state: 'completed', outcome: 'served', cause: 'left_by_buyer', usedMs, now })
  }
  return endByRule(request, {
    state: 'completed',
    outcome: 'part_served',
    cause: whoCutShort(attendance),
    usedMs,
    now,
  })
}

/**
 * Who cut a begun call short: the one last seen earlier; where both went together, whose media stopped. Up to the end of
 * the last interval both were there, whatever was noted: notes come seconds apart, and none while the database is away.
 */
export function whoCutShort(attendance: Attendance): MoneyBackCause {
  const bothThereMs = attendance.lastEndedAt?.getTime() ?? 0
  const buyerMs = Math.max(attendance.buyerSeenAt?.getTime() ?? 0, bothThereMs)
  const influencerMs = Math.max(attendance.influencerSeenAt?.getTime() ?? 0, bothThereMs)
  if (influencerMs < buyerMs - LEFT_TOGETHER_MS) return 'cut_by_influencer'
  if (buyerMs < influencerMs - LEFT_TOGETHER_MS) return 'left_by_buyer'
  if (attendance.lastEndedBy === 'buyer') return 'left_by_buyer'
  if (attendance.lastEndedBy === 'influencer') return 'cut_by_influencer'
  return 'cut_by_platform'
}
