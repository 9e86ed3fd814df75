import { AUDITED_AT, type AuditCheck, idIn } from './audit-check.ts'
import { keepsakeChecks } from './keepsake-checks.ts'
import { moneyBackChecks } from './money-back-checks.ts'
import { payoutChecks } from './payout-checks.ts'
import { queueChecks } from './queue-checks.ts'
import { restChecks } from './rest-checks.ts'
import { slotChecks } from './slot-checks.ts'

const PAID = `('paid', 'partly_refunded', 'refunded', 'refund_failed', 'disputed', 'charged_back')`

const ledgerChecks: AuditCheck[] = [
  {
    name: 'journals_balance',
    invariant: 'the legs of every journal sum to zero and there are at least two',
    sql: {
      journals: `select j.id, j.key, p.pence::text from journals j
          cross join lateral (select coalesce(sum(amount_pence), 0) as pence, count(*) as legs
                              from postings where journal_id = j.id) p
          where j.id = any($1) and (p.pence <> 0 or p.legs < 2)`,
    },
  },
  {
    name: 'ledger_sums_to_zero',
    invariant: 'all accounts together are zero',
    sql: {
      everything:
        'select sum(pence)::text as pence from audited_balances having coalesce(sum(pence), 0) <> 0',
    },
  },
  {
    name: 'totals_agree',
    invariant: 'the total of each person’s account is the sum of its postings',
    sql: {
      users: `select found.* from unnest($1::uuid[]) as u (id) cross join lateral
          (select 'payable:' || u.id as account, kind, t.amount_pence::text as total, p.pence::text
           from (select * from account_totals where account = 'payable:' || u.id) t
           full join (select j.kind, sum(p.amount_pence) as pence, count(*) as postings
                      from postings p join journals j on j.id = p.journal_id
                      where p.account = 'payable:' || u.id group by j.kind) p using (kind)
           where t.amount_pence is distinct from p.pence or t.postings is distinct from p.postings) found`,
      everything: `select account, kind, amount_pence::text as total from account_totals
          where not exists (select 1 from users u where 'payable:' || u.id = account)`,
      journals: `select p.account, j.kind from journals j join postings p on p.journal_id = j.id
          where j.id = any($1) and p.account like 'payable:%'
            and not exists (select 1 from account_totals t where t.account = p.account and t.kind = j.kind)`,
    },
  },
  {
    name: 'held_agrees',
    invariant: 'what is held for a request is its price less what went back, until it is released',
    sql: {
      requests: `select r.id, h.pence::text as held, r.payment_status, r.state from session_requests r
          cross join lateral (select coalesce(sum(amount_pence), 0) as pence from postings
                              where account = 'held:' || r.id) h
          where r.id = any($1) and h.pence <> case
            when r.paid_at is null or r.released_at is not null then 0
            else -(r.price_pence - r.refunded_pence - r.charged_back_pence) end`,
    },
  },
  {
    name: 'held_belongs_to_a_request',
    invariant: 'no money is held for a request that does not exist',
    sql: {
      journals: `select p.account from postings p where p.journal_id = any($1) and p.account like 'held:%'
          and not exists (select 1 from session_requests r where r.id = ${idIn('p.account')})`,
    },
  },
  {
    name: 'released_to_the_influencer',
    invariant: 'a released request has exactly one release journal, and only a released one has',
    sql: {
      requests: `select r.id from session_requests r left join journals j on j.key = 'release:' || r.id
          where r.id = any($1) and (r.released_at is null) <> (j.id is null)`,
    },
  },
  {
    name: 'refund_transit_agrees',
    invariant: 'money in refund transit is what was decided and not yet given back',
    sql: {
      everything: `select t.pence::text as transit, d.pence::text as decided from
            (select coalesce(sum(pence), 0) as pence from audited_balances where kind = 'refund_transit') t,
            (select coalesce(sum(amount_pence), 0) as pence from refunds f
             where f.status in ('pending', 'sent', 'failed')
               and (f.status <> 'sent' or not exists (select 1 from journals j where j.key = 'refund_paid:' || f.id))) d,
            (select coalesce(sum(amount_pence - refunded_pence), 0) as pence from orphan_charges) o
          where t.pence <> -(d.pence + o.pence)`,
    },
  },
]

const paymentChecks: AuditCheck[] = [
  {
    name: 'charged_once',
    invariant: 'no request was charged twice',
    sql: {
      requests: `select request_id, count(*) from payments
          where request_id = any($1) and status = 'succeeded' group by request_id having count(*) > 1`,
    },
  },
  {
    name: 'charge_agrees',
    invariant: 'a payment succeeded exactly when its charge is in the ledger, for the price of the request',
    sql: {
      requests: `select p.id, p.status from session_requests r join payments p on p.request_id = r.id
          left join journals j on j.key = 'charge:' || p.id
          where r.id = any($1) and ((p.status = 'succeeded') <> (j.id is not null) or p.amount_pence <> r.price_pence)`,
    },
  },
  {
    name: 'paid_agrees',
    invariant: 'a request is paid exactly when a payment of it succeeded',
    sql: {
      requests: `select r.id, r.payment_status from session_requests r
          where r.id = any($1) and ((r.paid_at is not null) <> exists
                  (select 1 from payments p where p.request_id = r.id and p.status = 'succeeded')
             or (r.paid_at is not null) <> (r.payment_status in ${PAID}))`,
    },
  },
  {
    name: 'refunds_agree',
    invariant: 'what went back of a request is the sum of its refunds, and its status says so',
    sql: {
      requests: `select r.id, r.refunded_pence, f.pence::text as refunds from session_requests r
          cross join lateral (select coalesce(sum(amount_pence), 0) as pence from refunds
                              where request_id = r.id and status not in ('covered', 'replaced')) f
          where r.id = any($1) and (r.refunded_pence <> f.pence
             or ((r.payment_status = 'refunded') <> (r.refunded_pence = r.price_pence)
                 and r.payment_status not in ('disputed', 'charged_back', 'refund_failed'))
             or (r.payment_status = 'partly_refunded' and r.refunded_pence = 0))`,
    },
  },
  {
    name: 'late_money_went_back',
    invariant:
      'what was paid for a rejected, cancelled or expired request went back in full, but for a late cancellation',
    sql: {
      requests: `select id, state, payment_status from session_requests
          where id = any($1) and state in ('rejected', 'cancelled', 'expired') and paid_at is not null
            and settled_by is distinct from 'cancelled_late'
            and payment_status not in ('refunded', 'refund_failed', 'disputed', 'charged_back')`,
    },
  },
  {
    name: 'returned_refunds_are_said',
    invariant: 'a request says that its refund came back exactly while one did and none was sent after it',
    sql: {
      requests: `select r.id, r.payment_status from session_requests r
          where r.id = any($1) and r.payment_status not in ('disputed', 'charged_back')
            and (r.payment_status = 'refund_failed') <>
                exists (select 1 from refunds f where f.request_id = r.id and f.status = 'failed')`,
    },
  },
  {
    name: 'refunds_arrive',
    // While a bank disputes a payment the provider refunds nothing of it; the end of the dispute does.
    invariant:
      'no refund is unfinished for more than three days, but of a disputed payment (docs/operations/refund-returned.md)',
    severity: 'warning',
    sql: {
      everything: `select f.id, f.request_id, f.status, f.created_at::text from refunds f
          join session_requests r on r.id = f.request_id
          where f.status in ('pending', 'sent', 'failed') and r.payment_status <> 'disputed'
            and f.created_at < ${AUDITED_AT} - interval '3 days'`,
    },
  },
]

const requestChecks: AuditCheck[] = [
  {
    name: 'audit_trail_agrees',
    invariant: 'the last line of the audit trail of a request is its state',
    sql: {
      requests: `select r.id, r.state, a.to_state from session_requests r
          left join lateral (select to_state, to_payment from request_audit where request_id = r.id
                             order by id desc limit 1) a on true
          where r.id = any($1)
            and (a.to_state is distinct from r.state or a.to_payment is distinct from r.payment_status)`,
    },
  },
  {
    name: 'open_requests_have_a_next_rule',
    invariant: 'every request that is not over has a moment when a rule of time looks at it',
    sql: {
      requests: `select id, state from session_requests where id = any($1) and state in ('offered', 'accepted') and due_at is null`,
    },
  },
  {
    name: 'served_requests_were_paid',
    invariant: 'only what was paid is completed',
    sql: {
      requests: `select id from session_requests where id = any($1) and state = 'completed' and paid_at is null`,
    },
  },
  {
    name: 'prepaid_claimed_once',
    invariant: 'whoever performs for a prepaid link is the one person who claimed it, after it was paid',
    sql: {
      requests: `select r.id, r.influencer_id from session_requests r
          left join request_audit a on a.request_id = r.id and a.action = 'claim'
          where r.id = any($1) and (
              (r.request_type = 'prepaid' and (a.actor_id is distinct from r.influencer_id or r.claimed_at < r.paid_at))
           or (r.request_type <> 'prepaid' and a.id is not null))`,
    },
  },
]

const eventChecks: AuditCheck[] = [
  {
    name: 'places_within_capacity',
    invariant: 'no event sold more places than it has',
    sql: {
      events: `select e.id, e.capacity, count(r.id) as places from live_events e join session_requests r on r.live_event_id = e.id
          where e.id = any($1) and r.state in ('offered', 'accepted', 'completed') and e.capacity is not null
          group by e.id having count(r.id) > e.capacity`,
    },
  },
  {
    name: 'places_belong_to_events',
    invariant: "a request is a broadcast exactly when it is a place at an event, sold by that event's owner",
    sql: {
      requests: `select r.id, r.request_type from session_requests r left join live_events e on e.id = r.live_event_id
          where r.id = any($1) and ((r.request_type = 'broadcast') <> (r.live_event_id is not null)
             or (r.live_event_id is not null and r.influencer_id is distinct from e.influencer_id))`,
      events: `select r.id, r.request_type from live_events e join session_requests r on r.live_event_id = e.id
          where e.id = any($1) and r.influencer_id is distinct from e.influencer_id`,
    },
  },
  {
    name: 'ended_events_settled',
    invariant: 'every place at an event that is over is settled, once its work is done',
    sql: {
      everything: `select r.id, e.id as event from session_requests r join live_events e on e.id = r.live_event_id
          where e.ending is not null and (e.settles_by is null or e.settles_by + interval '5 minutes' < ${AUDITED_AT})
            and r.state in ('offered', 'accepted')
            and not exists (select 1 from outbox o
                            where o.topic in ('live-events.changed', 'requests.places-follow', 'queue.changed')
                            and o.subscriber is distinct from 'notifications'
                            and o.payload->>'eventId' = e.id::text and o.done_at is null)`,
    },
  },
  {
    name: 'broadcast_within_event',
    invariant: 'no event was broadcast for longer than it was announced',
    sql: {
      events: `select e.id, extract(epoch from sum(i.ended_at - i.started_at)) as used_seconds, e.duration_seconds
          from live_events e join live_intervals i on i.room_id = e.id where e.id = any($1) and i.ended_at is not null
          group by e.id having sum(i.ended_at - i.started_at) > make_interval(secs => e.duration_seconds)`,
    },
  },
  {
    name: 'broadcast_time_belongs_to_begun_events',
    invariant: 'time was counted of begun events alone, and of nothing that is no request and no event',
    sql: {
      rooms: `select i.id, i.room_id from live_intervals i
          left join live_events e on e.id = i.room_id left join session_requests r on r.id = i.room_id
          where i.room_id = any($1)
            and ((e.id is null and r.id is null) or (e.id is not null and e.begun_at is null))`,
    },
  },
]

const clockChecks: AuditCheck[] = [
  {
    name: 'intervals_do_not_overlap',
    invariant: 'a second of a call is counted once',
    sql: {
      rooms: `select a.room_id, a.id, b.id as other from live_intervals a join live_intervals b
            on b.room_id = a.room_id and b.id > a.id
           and b.started_at < coalesce(a.ended_at, a.proven_until) and a.started_at < coalesce(b.ended_at, b.proven_until)
          where a.room_id = any($1)`,
    },
  },
  {
    name: 'used_is_within_bought',
    invariant: 'nobody used more time than was bought',
    sql: {
      requests: `select r.id, extract(epoch from sum(i.ended_at - i.started_at)) as used_seconds, r.duration_seconds
          from session_requests r join live_intervals i on i.room_id = r.id where r.id = any($1) and i.ended_at is not null
          group by r.id having sum(i.ended_at - i.started_at) > make_interval(secs => r.duration_seconds)`,
    },
  },
  {
    name: 'used_time_was_paid',
    invariant: 'no call ran that was not paid',
    sql: {
      requests: `select r.id from session_requests r where r.id = any($1) and r.paid_at is null
          and exists (select 1 from live_intervals i where i.room_id = r.id)`,
    },
  },
]

/** Every invariant of money and time. */
export const AUDIT_CHECKS: readonly AuditCheck[] = [
  ...ledgerChecks,
  ...paymentChecks,
  ...payoutChecks,
  ...moneyBackChecks,
  ...queueChecks,
  ...keepsakeChecks,
  ...requestChecks,
  ...eventChecks,
  ...slotChecks,
  ...clockChecks,
  ...restChecks,
]
