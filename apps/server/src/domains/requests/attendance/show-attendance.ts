import {
  type CallAttendance,
  type CallEvidence,
  formatAmount,
  JOIN_BEFORE_START_MS,
  type Stretch,
  shownSettledBy,
  waitedMs,
} from '@parley/contract'
import { invariant } from '../../../core/invariant.ts'
import type { DbOrTx } from '../../../db/client.ts'
import type { CallTime, LiveStretch } from '../calls/call-time.ts'
import type { NamedRequest } from '../store.ts'
import { evidenceOf } from '../time-rules.ts'
import { isTurn, roomOf } from './room-of.ts'

type Side = 'buyer' | 'influencer'
type Presence = CallAttendance['you']

/** Who was in a call when, by side, and the decision about the money. */
export interface ShownAttendance extends Omit<CallAttendance, 'you' | 'other'> {
  sides: Record<Side, Presence>
}

/** In a turn who is alone waits, whenever it is: its room opens when the line comes to it, and closes after it. */
const WHENEVER: Stretch = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }

/** Reads who was in a call of two, or in a turn of a queue, from the intervals of the clock. */
export async function readAttendance(
  deps: { callTime: CallTime },
  db: DbOrTx,
  request: Pick<NamedRequest, 'row' | 'event'>,
): Promise<ShownAttendance> {
  const { row } = request
  const room = roomOf(request)
  invariant(room.kind === 'own', 'the database does not store who watched an event')
  const attendance = await deps.callTime.attendance(db, room.id)
  const evidence = evidenceOf(row, attendance)
  // The dates of a place are those of its event: nobody agreed when a turn begins.
  const [startsAt, endsAt] = isTurn(request) ? [null, null] : [row.startsAt, row.endsAt]
  const waiting = isTurn(request) ? { ...evidence, agreed: WHENEVER } : evidence
  return {
    agreed: startsAt && endsAt ? { start: startsAt.toISOString(), end: endsAt.toISOString() } : null,
    opens_at: startsAt && isoOf(startsAt.getTime() - JOIN_BEFORE_START_MS),
    sides: {
      buyer: presenceOf(evidence.together, evidence.buyerAlone, asIfWaiting(waiting)),
      influencer: presenceOf(evidence.together, evidence.influencerAlone, waiting),
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
