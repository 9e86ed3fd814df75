import { PAYOUT_MIN_PENCE } from '@parley/contract'
import { AUDITED_AT, type AuditCheck, idIn } from './audit-check.ts'

/** Invariants of disputes, of payouts to influencers, and of the money at the provider and the bank. */
export const payoutChecks: readonly AuditCheck[] = [
  {
    name: 'accounts_on_their_side',
    invariant:
      'refunds under way are owed, disputed money is claimed, the provider’s fees are spent: none turns round',
    sql: {
      everything: `select kind as account, pence::text from audited_balances
          where kind in ('refund_transit', 'dispute_transit', 'psp_fees')
            and (kind = 'refund_transit') = (pence > 0) and pence <> 0`,
    },
  },
  {
    name: 'payouts_agree',
    invariant: 'what was released to an influencer is one payout of exactly that, and nothing else is',
    sql: {
      requests: `select r.id, p.share_pence, l.share::text as released from session_requests r
          left join lateral (select -sum(l.amount_pence) as share from journals j
                             join postings l on l.journal_id = j.id and l.account like 'payable:%'
                             where j.key = 'release:' || r.id) l on true
          left join payouts p on p.request_id = r.id
          where r.id = any($1) and (p.share_pence is distinct from l.share
             or (p.id is not null and p.influencer_id is distinct from r.influencer_id))`,
      payouts: `select p.request_id as id, p.share_pence from payouts p
          where p.id = any($1) and not exists (select 1 from session_requests r where r.id = p.request_id)`,
    },
  },
  {
    name: 'transfers_agree',
    invariant:
      'a payout is paid exactly when its transfer is in the ledger, for its share less what was withheld',
    sql: {
      payouts: `select p.id, p.status, j.key from payouts p left join journals j on j.key = 'transfer:' || p.id
          left join lateral (select sum(l.amount_pence) as pence from postings l
                             where l.journal_id = j.id and l.account like 'payable:%') l on true
          where p.id = any($1) and ((p.status = 'paid') <> (j.id is not null)
             or (j.id is not null and l.pence is distinct from p.share_pence - p.withheld_pence))`,
      journals: `select j.id, j.key from journals j where j.id = any($1) and j.key like 'transfer:%'
          and not exists (select 1 from payouts p where p.id = ${idIn('j.key')})`,
    },
  },
  {
    name: 'forgone_agrees',
    invariant:
      'what was given up is below the payout minimum, by somebody who left, and nothing of theirs is to go out',
    sql: {
      users: `select u.id, f.pence::text from users u
          left join lateral (select l.amount_pence as pence from journals j
                             join postings l on l.journal_id = j.id and l.account = 'payable:' || u.id
                             where j.key = 'forgone:' || u.id) f on true
          left join lateral (select count(*) filter (where p.status in ('waiting', 'sending')) as open,
                                    count(*) filter (where p.status = 'forgone') as forgone
                             from payouts p where p.influencer_id = u.id) p on true
          where u.id = any($1) and ((f.pence is not null and (f.pence not between 1 and ${PAYOUT_MIN_PENCE - 1}
                                          or u.deleted_at is null or p.open > 0))
             or (f.pence is null and p.forgone > 0))`,
      journals: `select j.id, j.key from journals j
          where j.id = any($1) and (j.kind = 'forgone') <> (j.key like 'forgone:%')`,
    },
  },
  {
    name: 'leavers_are_paid',
    invariant: 'nobody who left is owed money, and nothing of theirs is still to go out',
    sql: {
      users: `select u.id, l.pence::text, p.open from users u
          cross join lateral (select coalesce(sum(l.amount_pence), 0) as pence from postings l
                              where l.account = 'payable:' || u.id) l
          cross join lateral (select count(*) as open from payouts p
                              where p.influencer_id = u.id and p.status in ('waiting', 'sending')) p
          where u.id = any($1) and u.deleted_at is not null and (l.pence < 0 or p.open > 0)`,
    },
  },
  {
    name: 'reversals_agree',
    invariant: 'what came back of a transfer is in the ledger, and is never more than went out',
    sql: {
      everything: `select b.id, b.status from transfer_reversals b join payouts p on p.id = b.payout_id
          left join journals j on j.key = 'transfer_reversed:' || b.id
          where ((b.status = 'succeeded') <> (j.id is not null)
             or p.share_pence - p.withheld_pence < (select sum(amount_pence) from transfer_reversals o
                                                    where o.payout_id = p.id and o.status = 'succeeded'))`,
    },
  },
  {
    name: 'open_payouts_have_a_next_step',
    invariant:
      'every payout that waits has a moment when it is looked at, and every one under way has its work',
    sql: {
      everything: `select p.id, p.status from payouts p
          where (p.status = 'waiting' and p.look_at is null)
             or (p.status = 'sending' and not exists (select 1 from outbox o where o.topic = 'payments.transfer'
                   and o.payload->>'payoutId' = p.id::text and o.done_at is null))`,
    },
  },
  {
    name: 'disputes_agree',
    invariant:
      'a request is disputed exactly while a dispute of it is open, and then charged back if one was lost',
    sql: {
      requests: `select r.id, r.payment_status from session_requests r
          cross join lateral (select count(*) filter (where d.state = 'open' and not d.is_inquiry) as open,
                                     count(*) filter (where d.state = 'lost') as lost
                              from disputes d where d.request_id = r.id) d
          where r.id = any($1) and ((r.payment_status = 'charged_back') <> (d.lost > 0 and d.open = 0)
             or (r.payment_status = 'disputed') <> (d.open > 0)
             or (r.charged_back_pence > 0 and d.lost = 0))`,
    },
  },
  {
    name: 'dispute_transit_agrees',
    invariant: 'money in dispute transit belongs to a dispute that is open, or won and not yet given back',
    sql: {
      everything: `select j.request_id as id, sum(p.amount_pence)::text as pence from postings p join journals j on j.id = p.journal_id
          where p.account = 'dispute_transit' group by j.request_id
          having sum(p.amount_pence) <> 0
            and not exists (select 1 from disputes d where d.request_id = j.request_id
              and d.state in ('open', 'won') and not d.is_inquiry)`,
    },
  },
  {
    name: 'won_money_comes_back',
    // A bank may take the money of a dispute that was won once more, or keep it: a person asks the provider.
    invariant:
      'the money of a dispute that was won is back within a month (docs/operations/money-does-not-add-up.md)',
    severity: 'warning',
    sql: {
      everything: `select j.request_id as id, sum(p.amount_pence)::text as pence from postings p join journals j on j.id = p.journal_id
          where p.account = 'dispute_transit' group by j.request_id
          having sum(p.amount_pence) <> 0
            and exists (select 1 from disputes d where d.request_id = j.request_id and d.state = 'won' and not d.is_inquiry)
            and not exists (select 1 from disputes d where d.request_id = j.request_id and not d.is_inquiry
              and (d.state = 'open' or (d.state = 'won' and d.closed_at > ${AUDITED_AT} - interval '30 days')))`,
    },
  },
  {
    name: 'bank_payouts_agree',
    invariant: 'what the provider sent to the platform’s bank is in the ledger, once, and what came back too',
    sql: {
      everything: `select b.id, b.status from bank_payouts b
          left join journals j on j.key = 'bank_payout:' || b.id
          left join journals k on k.key = 'bank_payout_returned:' || b.id
          where j.id is null or (b.status = 'sent' and k.id is not null)`,
    },
  },
  {
    name: 'orphans_agree',
    invariant:
      'a charge that belongs to no request is in the ledger and owed to whoever paid it, until it went back',
    sql: {
      everything: `select o.id from orphan_charges o left join journals j on j.key = 'orphan_charge:' || o.id
          where j.id is null or o.refunded_pence > o.amount_pence`,
    },
  },
]
