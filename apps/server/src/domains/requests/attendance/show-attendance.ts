import {
  type CallAttendance,
  type CallEvidence,
  formatAmount,
  JOIN_BEFORE_START_MS,
  type Stretch,
  shownSettledBy,
  waitedMs,
} from '@parley/contract'
import type { DbOrTx } from '../../../db/client.ts'
import type { CallTime, LiveStretch } from '../calls/call-time.ts'
import type { RequestRow } from '../store.ts'
import { evidenceOf } from '../time-rules.ts'

type Side = 'buyer' | 'influencer'
type Presence = CallAttendance['you']

/** Who was in a call when, by side, and the decision about the money. */
export interface ShownAttendance extends Omit<CallAttendance, 'you' | 'other'> {
  sides: Record<Side, Presence>
}

/** Reads who was in a call from the intervals of the clock. */
export async function readAttendance(
  deps: { callTime: CallTime },
  db: DbOrTx,
  row: RequestRow,
): Promise<ShownAttendance> {
  const attendance = await deps.callTime.attendance(db, row.id)
  const evidence = evidenceOf(row, attendance)
  return {
    agreed:
      row.startsAt && row.endsAt
        ? { start: row.startsAt.toISOString(), end: row.endsAt.toISOString() }
        : null,
    opens_at: row.startsAt && isoOf(row.startsAt.getTime() - JOIN_BEFORE_START_MS),
    sides: {
      buyer: presenceOf(evidence.together, evidence.buyerAlone, asIfWaiting(evidence)),
      influencer: presenceOf(evidence.together, evidence.influencerAlone, evidence),
    },
    live: attendance.together.map(presentLive),
    used: Math.min(attendance.usedMs / 1000, row.durationSeconds),
    decision:
      row.outcome && row.endedAt
        ? {
            outcome: row.outcome,
            rule: row.settledBy && shownSettledBy(row.settledBy, row),
            refunded: formatAmount(row.refundedPence),
            at: row.endedAt.toISOString(),
          }
        : null,
  }
}

/** The same for one of its people; the attendee of a gift learns nothing about the money. */
export function attendanceFor(
  { sides, decision, ...shown }: ShownAttendance,
  reader: Side | 'attendee',
): CallAttendance {
  const isPerformer = reader === 'influencer'
  return {
    ...shown,
    you: isPerformer ? sides.influencer : sides.buyer,
    other: isPerformer ? sides.buyer : sides.influencer,
    decision: decision && (reader === 'attendee' ? { ...decision, refunded: null } : decision),
  }
}

const isoOf = (ms: number) => new Date(ms).toISOString()

function presentLive({ fromMs, untilMs, endedBy, isOpen }: LiveStretch): CallAttendance['live'][number] {
  return { start: isoOf(fromMs), end: isOpen ? null : isoOf(untilMs), ended_by: endedBy ?? null }
}

function presenceOf(
  together: readonly Stretch[],
  alone: readonly Stretch[],
  evidence: CallEvidence,
): Presence {
  const seen = [...together, ...alone]
  if (seen.length === 0) return { first_seen: null, last_seen: null, waited: 0 }
  return {
    first_seen: isoOf(Math.min(...seen.map(({ fromMs }) => fromMs))),
    last_seen: isoOf(Math.max(...seen.map(({ untilMs }) => untilMs))),
    waited: Math.floor(waitedMs(evidence) / 1000),
  }
}

/** How long the buyer waited is measured by the rule of the influencer's waiting. */
const asIfWaiting = (evidence: CallEvidence): CallEvidence => ({
  ...evidence,
  influencerAlone: evidence.buyerAlone,
  buyerAlone: evidence.influencerAlone,
})
