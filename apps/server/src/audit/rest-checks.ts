import { absenceNeededMs, type CallEvidence, callEnding, type Stretch, waitedMs } from '@parley/contract'
import type { AuditCheck } from './audit-check.ts'

type Times = [fromMs: number, untilMs: number][]

/** What the database knows about a call that was settled, in ms and pence. */
export interface SettledCall {
  id: string
  settled_by: string
  begun: boolean
  /** A place in a line, which is settled by its own turn. */
  is_turn: boolean
  ended_ms: number
  agreed_from_ms: number | null
  agreed_until_ms: number | null
  total_ms: number
  buyer_ended_ms: number | null
  together: Times
  influencer_alone: Times
  buyer_alone: Times
  price_pence: number
  /** All that went back or was taken back, for whatever reason. */
  back_pence: number
  /** What went back for this reason alone. */
  settled_pence: number
}

const ms = (time: string) => `(extract(epoch from ${time}) * 1000)::float8`
const times = (table: string, until: string, side?: string) => `coalesce((
  select json_agg(json_build_array(${ms('x.started_at')}, ${ms(until)})) from ${table} x
  where x.room_id = r.id${side ? ` and x.side = '${side}'` : ''}), '[]')`

const settledBy = (...reasons: string[]) => `
  select r.id, r.settled_by, r.begun_at is not null as begun, ${ms('coalesce(r.ended_at, now())')} as ended_ms,
    exists (select from queue_turns q where q.request_id = r.id) as is_turn,
    ${ms('r.starts_at')} as agreed_from_ms, ${ms('r.ends_at')} as agreed_until_ms,
    r.duration_seconds * 1000 as total_ms, ${ms('c.buyer_ended_at')} as buyer_ended_ms,
    ${times('live_intervals', 'coalesce(x.ended_at, x.proven_until)')} as together,
    ${times('media_alone', 'x.proven_until', 'influencer')} as influencer_alone,
    ${times('media_alone', 'x.proven_until', 'buyer')} as buyer_alone,
    r.price_pence, r.refunded_pence + r.charged_back_pence as back_pence,
    (select coalesce(sum(f.amount_pence), 0)::int from refunds f
      where f.request_id = r.id and f.reason = r.settled_by) as settled_pence
  from session_requests r left join call_rooms c on c.id = r.id
  where r.id = any($1) and r.settled_by in (${reasons.map(reason => `'${reason}'`).join(', ')})`

/** How late a running process may write what it sees. */
const WRITTEN_LATE_MS = 5_000

/**
 * The evidence as the settlement may have read it: at that moment, and without what was not written yet. The two differ
 * only for a call that was cut while it ran.
 */
function readings(call: SettledCall): CallEvidence[] {
  return [call.ended_ms, call.ended_ms - WRITTEN_LATE_MS].map(untilMs => evidenceUntil(call, untilMs))
}

function evidenceUntil(call: SettledCall, endMs: number): CallEvidence {
  const until = (all: Times): Stretch[] =>
    all
      .map(([fromMs, untilMs]) => ({ fromMs, untilMs: Math.min(untilMs, endMs) }))
      .filter(({ fromMs, untilMs }) => fromMs <= untilMs)
  const { agreed_from_ms: fromMs, agreed_until_ms: untilMs } = call
  const together = until(call.together)
  return {
    together,
    totalMs: call.total_ms,
    usedMs: Math.round(together.reduce((sum, each) => sum + each.untilMs - each.fromMs, 0)),
    influencerAlone: until(call.influencer_alone),
    buyerAlone: until(call.buyer_alone),
    buyerEndedAtMs: call.buyer_ended_ms,
    agreed: fromMs === null || untilMs === null ? null : { fromMs, untilMs },
  }
}

/** Whether the contract's rule, applied to the record again, does not lead to what was settled. */
const isSettledOtherwise = (call: SettledCall) =>
  readings(call).every(evidence => callEnding(evidence) !== call.settled_by)

/** A buyer who blocked a waiting influencer before the call began has ended it too. */
function isEndedByNobody(call: SettledCall): boolean {
  if (call.begun) return isSettledOtherwise(call)
  const { buyer_ended_ms: endedMs } = call
  if (endedMs === null) return true
  return [...call.together, ...call.buyer_alone].some(([fromMs]) => fromMs > endedMs)
}

function isNotWaitedFor(call: SettledCall): boolean {
  if (call.is_turn) return false
  if (call.begun || call.settled_by !== 'buyer_absent') return isSettledOtherwise(call)
  return readings(call).every(
    evidence => evidence.agreed === null || waitedMs(evidence) < absenceNeededMs(evidence.agreed),
  )
}

/** The price of the seconds that were not used, a begun second counting as unused. */
function unusedPence(call: SettledCall, usedMs: number): number {
  const usedSeconds = Math.min(Math.floor(usedMs / 1000), call.total_ms / 1000)
  return Math.ceil((call.price_pence * (call.total_ms / 1000 - usedSeconds)) / (call.total_ms / 1000))
}

function isUnusedKept(call: SettledCall): boolean {
  const { usedMs } = evidenceUntil(call, Number.POSITIVE_INFINITY)
  const leastPence = Math.floor((call.price_pence * Math.max(0, call.total_ms - usedMs)) / call.total_ms)
  return call.back_pence < leastPence || (!call.is_turn && isSettledOtherwise(call))
}

const isTooMuchBack = (call: SettledCall) =>
  call.settled_by === 'not_used'
    ? readings(call).every(({ usedMs }) => call.settled_pence > unusedPence(call, usedMs))
    : call.settled_pence > 0

/**
 * The rule by which the rest of a call was settled: the contract's `call-money.ts` decides again, from the same record
 * as the settlement.
 */
export const restChecks: readonly AuditCheck[] = [
  {
    name: 'rest_kept_by_end_call',
    invariant: 'a buyer who lost the rest by End Call pressed it, and did not begin to come back',
    sql: { requests: settledBy('ended_by_buyer') },
    breaks: isEndedByNobody,
  },
  {
    name: 'rest_kept_by_waiting',
    invariant:
      'a buyer who lost the rest of a call by staying away was waited for, by media, for 10 minutes or as long as was left',
    sql: { requests: settledBy('influencer_waited', 'buyer_absent') },
    breaks: isNotWaitedFor,
  },
  {
    name: 'rest_went_back',
    invariant: 'what was not used of a call went back to the buyer, a begun second counting as unused',
    sql: { requests: settledBy('not_used') },
    breaks: isUnusedKept,
  },
  {
    name: 'no_more_of_the_rest_went_back',
    invariant:
      'the end of a call gave back no more than what was not used of it, and nothing of a rest that was kept',
    sql: { requests: settledBy('not_used', 'influencer_waited', 'ended_by_buyer') },
    breaks: isTooMuchBack,
  },
]
