import { AUDITED_AT, type AuditCheck } from './audit-check.ts'

/** The taken times of influencers. */
export const slotChecks: AuditCheck[] = [
  {
    name: 'time_is_taken_once',
    invariant: 'no two that take time of one influencer overlap, except broadcasts',
    sql: {
      everything: `select a.person_id, a.source_id, b.source_id as other from taken a join taken b
            on b.person_id = a.person_id and (b.source_id, b.starts_at) > (a.source_id, a.starts_at)
           and b.blocked_from < a.blocked_until and a.blocked_from < b.blocked_until
          where not (a.may_overlap and b.may_overlap)`,
    },
  },
  {
    name: 'open_slots_are_taken',
    invariant: 'a slot is taken at its own time exactly while its request is open',
    sql: {
      everything: `select coalesce(r.id, k.source_id) as id, r.state from
            (select * from session_requests where slot_sequence is not null and state in ('offered', 'accepted')) r
          full join (select * from taken where kind = 'slot') k on k.source_id = r.id
          where r.id is null or k.source_id is null or k.person_id is distinct from r.influencer_id
             or k.starts_at <> r.starts_at or k.ends_at <> r.ends_at`,
    },
  },
  {
    name: 'sold_windows_are_taken',
    invariant: 'a tight window that is paid or accepted is taken at its own time while its request is open',
    sql: {
      everything: `select coalesce(r.id, k.source_id) as id, r.state from
            (select * from session_requests where takes_time and state in ('offered', 'accepted')) r
          full join (select * from taken where kind = 'window') k on k.source_id = r.id
          where r.id is null
             or (k.source_id is null and (r.state = 'accepted' or r.paid_at is not null))
             or (k.held_until is not null and (r.state = 'accepted' or r.paid_at is not null))
             or k.person_id <> r.influencer_id or k.starts_at <> r.starts_at or k.ends_at <> r.ends_at`,
    },
  },
  {
    name: 'proposed_times_are_taken',
    invariant: 'the times that are suggested are taken exactly while the buyer of an open request may answer',
    sql: {
      everything: `select coalesce(p.id, k.source_id) as id, p.ended_at from
            (select p.id, p.ended_at, s.value ->> 'start' as start, r.state, r.proposal_until, r.begun_at
               from slot_proposals p join session_requests r on r.id = p.request_id,
                    jsonb_array_elements(p.slots) s where p.ended_at is null) p
          full join (select * from taken where kind = 'proposal') k
                 on k.source_id = p.id and k.starts_at = p.start::timestamptz
          where p.id is null or k.source_id is null or p.state not in ('offered', 'accepted')
             or p.proposal_until is null or p.begun_at is not null`,
    },
  },
  {
    name: 'holds_end',
    invariant: 'no time is held for more than an hour without having been paid',
    sql: {
      everything: `select id, hold_until from session_requests
          where hold_until is not null and paid_at is null and state in ('offered', 'accepted')
            and hold_until + interval '51 minutes' < ${AUDITED_AT}`,
    },
  },
]
