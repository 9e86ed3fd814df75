import type { AuditCheck } from './audit-check.ts'

/** What a step of the ladder gives, in percent; the rule itself is in the contract's `money-back.ts`. */
const LADDER_PERCENT = `case
  when r.ended_at < least(r.paid_at + interval '1 hour', r.starts_at - interval '2 hours') then 100
  when r.money_back_policy = 'flexible' then 100
  when r.ended_at < r.starts_at - case r.money_back_policy when 'strict' then interval '72 hours'
                                                           else interval '24 hours' end then 100
  when r.money_back_policy = 'moderate' or r.ended_at < r.starts_at - interval '24 hours' then 50
  else 0 end`

/** What stays of calls that their buyers cancelled late, or that one of the two ended and reported. */
export const moneyBackChecks: readonly AuditCheck[] = [
  {
    name: 'late_cancellations_follow_their_ladder',
    invariant:
      'a late cancellation is of a dated call, before its start, and gave back what its frozen ladder says',
    sql: {
      requests: `select r.id, r.refunded_pence, r.money_back_policy from session_requests r
          where r.id = any($1) and r.settled_by = 'cancelled_late' and (r.state <> 'cancelled'
            or r.money_back_policy is null or r.begun_at is not null or r.ended_at >= r.starts_at
            or r.refunded_pence + r.charged_back_pence
               < ceil(r.price_pence * least(r.money_back_at_most, ${LADDER_PERCENT}) / 100.0))`,
    },
  },
  {
    name: 'reported_calls_wait_for_staff',
    invariant:
      'of a call or a turn that was ended and reported nothing is released before a person has decided',
    sql: {
      requests: `select r.id, r.released_at from session_requests r
          where r.id = any($1) and r.settled_by = 'reported' and not exists (select from problems p
            where p.request_id = r.id and case when r.released_at is null then p.state = 'open' or p.settled_by is not null
              else p.settled_by is not null and p.settled_at <= r.released_at end)`,
    },
  },
  {
    name: 'late_cancellations_are_released',
    invariant: 'what stays of a late cancellation has a moment when it becomes its influencer’s',
    sql: {
      requests: `select id, payment_status from session_requests
          where id = any($1) and settled_by = 'cancelled_late' and released_at is null and due_at is null
            and payment_status in ('paid', 'partly_refunded')`,
    },
  },
]
