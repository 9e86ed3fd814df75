import type { AuditCheck } from './audit-check.ts'

/** The turns of queues. */
export const queueChecks: readonly AuditCheck[] = [
  {
    name: 'one_turn_at_a_time',
    invariant: 'no two fans of a queue are called or in turn at once',
    sql: {
      events: `select q.event_id as id from queue_turns q
          where q.event_id = any($1) and q.state in ('called', 'in_turn') group by q.event_id having count(*) > 1`,
    },
  },
  {
    name: 'absent_fans_pay_by_rule',
    invariant:
      'the money of a fan who was not served is kept only of one who was absent, where the event says so',
    sql: {
      requests: `select r.id, q.state, q.why from session_requests r
          join queue_turns q on q.request_id = r.id join live_events e on e.id = q.event_id
          where r.id = any($1) and r.settled_by in ('buyer_absent', 'left_line', 'disputed_in_line')
            and not (q.state in ('skipped', 'left') and q.why is not distinct from 'absent' and e.absent = 'keep')`,
    },
  },
  {
    name: 'turns_give_back_what_was_not_used',
    invariant:
      'who was not served, and was not absent where that is kept, has back what was not used, unless staff decide',
    sql: {
      requests: `select r.id, q.state, r.refunded_pence from session_requests r join queue_turns q on q.request_id = r.id
          where r.id = any($1) and r.paid_at is not null and r.state not in ('offered', 'accepted')
            and q.state in ('part', 'skipped', 'left', 'unserved') and coalesce(r.settled_by, '') not in ('buyer_absent', 'left_line', 'disputed_in_line', 'reported')
            and r.refunded_pence + r.charged_back_pence < floor(r.price_pence * (1 - least(1, coalesce(
              (select sum(extract(epoch from coalesce(i.ended_at, i.proven_until) - i.started_at))
               from live_intervals i where i.room_id = r.id), 0) / r.duration_seconds)))`,
    },
  },
  {
    name: 'served_turns_were_used',
    invariant: 'all of the paid time of a turn that counts as served was used',
    sql: {
      requests: `select r.id from session_requests r join queue_turns q on q.request_id = r.id
          where r.id = any($1) and q.state = 'served' and r.duration_seconds * 1000 - 1 > coalesce(
            (select sum(extract(epoch from coalesce(i.ended_at, i.proven_until) - i.started_at)) * 1000
             from live_intervals i where i.room_id = r.id), 0)`,
    },
  },
]
