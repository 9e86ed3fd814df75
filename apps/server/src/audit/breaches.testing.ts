import { DAY_MS } from '@parley/contract'

/** Ids of rows that breaches are made of, on a test server whose books agree. */
export interface World {
  paid: string
  unpaid: string
  /** A prepaid link that somebody accepted. */
  claimed: string
  /** A place at the event, paid. */
  place: string
  event: string
  stranger: string
  /** A request that was released; its payout waits. */
  earned: string
}

const uuid = 'gen_random_uuid()'
const LATE_REFUND = '00000000-0000-7000-8000-000000000005'

/** A journal of these legs, as SQL; the key is free text. */
export function journal(key: string, legs: readonly (readonly [account: string, pence: number])[]): string {
  const postings = legs.map(
    ([account, pence]) =>
      `insert into postings (id, journal_id, account, amount_pence)
       select ${uuid}, id, '${account}', ${pence} from journals where key = '${key}'`,
  )
  const head = `insert into journals (id, key, kind, created_at) values (${uuid}, '${key}', 'charge', now())`
  return [head, ...postings].join(';')
}

/** The last line of a request's trail says what the row says, so that only the check that is meant notices. */
const withTrail = (id: string, set: string) => `
  update session_requests set ${set} where id = '${id}';
  insert into request_audit (id, request_id, action, to_state, to_payment, data, created_at)
    select 'ffffffff-ffff-7fff-bfff-ffffffffffff', id, 'breach', state, payment_status, '{}', now()
    from session_requests where id = '${id}'`

const interval = (room: string, from: number, to: number) => `
  insert into call_rooms (id) values ('${room}') on conflict do nothing;
  insert into live_intervals (id, room_id, epoch, started_at, proven_until, ended_at) values
    (${uuid}, '${room}', 1, timestamptz '2026-03-01' + interval '${from} s',
     timestamptz '2026-03-01' + interval '${to} s', timestamptz '2026-03-01' + interval '${to} s')`

const takenBy = (person: string, kind: string) => `
  insert into taken (source_id, kind, person_id, starts_at, ends_at, blocked_from, blocked_until) values
    (${uuid}, '${kind}', '${person}', '2030-01-01 10:00Z', '2030-01-01 10:20Z', '2030-01-01 10:00Z', '2030-01-01 10:20Z')`

const queueAt = (event: string) => `
  insert into queues (event_id, state, version, paused_ms, changeovers_ms)
    values ('${event}', 'running', 1, 0, '[]')`

const turnAt = (event: string, request: string, state: string) => `
  insert into queue_turns (request_id, event_id, number, position, state, missed, used_ms, is_rest)
    select '${request}', '${event}', count(*) + 1, count(*) + 1, '${state}', 0, 0, false
      from queue_turns where event_id = '${event}'`

/** For each check of the audit, what breaks the rule it watches and no other. */
export const BREACHES: Record<string, (world: World) => string> = {
  journals_balance: () => `${journal('one', [['bank', 5]])}; ${journal('other', [['bank', -5]])}`,
  ledger_sums_to_zero: () =>
    `insert into postings (id, journal_id, account, amount_pence) values (${uuid}, ${uuid}, 'bank', 5)`,
  totals_agree: () => 'update account_totals set postings = postings + 1',
  held_agrees: ({ paid }) =>
    journal('skim', [
      [`held:${paid}`, 5],
      ['bank', -5],
    ]),
  held_belongs_to_a_request: () =>
    journal('nobody', [
      ['held:00000000-0000-7000-8000-000000000000', 5],
      ['bank', -5],
    ]),
  released_to_the_influencer: ({ paid }) =>
    journal(`release:${paid}`, [
      ['bank', 5],
      ['psp_fees', -5],
    ]),
  refund_transit_agrees: () =>
    journal('lost', [
      ['refund_transit', -5],
      ['bank', 5],
    ]),
  charged_once: ({ paid }) => `
    drop index payments_charged_once;
    insert into payments (id, request_id, payer_id, amount_pence, status, created_at, updated_at)
      select '00000000-0000-7000-8000-000000000001', request_id, payer_id, amount_pence, status, now(), now()
      from payments where request_id = '${paid}';
    ${journal('charge:00000000-0000-7000-8000-000000000001', [
      ['bank', 5],
      ['psp_fees', -5],
    ])}`,
  charge_agrees: ({ paid }) =>
    `update payments set amount_pence = amount_pence + 1 where request_id = '${paid}'`,
  paid_agrees: ({ unpaid }) => withTrail(unpaid, `payment_status = 'paid'`),
  refunds_agree: ({ paid }) => withTrail(paid, `payment_status = 'partly_refunded'`),
  returned_refunds_are_said: ({ paid }) => withTrail(paid, `payment_status = 'refund_failed'`),
  // Sent and written down in full, but four days ago.
  refunds_arrive: ({ paid }) => `
    insert into refunds (id, payment_id, request_id, amount_pence, reason, status, created_at, updated_at)
      select '${LATE_REFUND}', id, request_id, 5, 'breach', 'sent', now() - interval '4 days', now()
      from payments where request_id = '${paid}';
    ${journal(`refund_paid:${LATE_REFUND}`, [
      [`held:${paid}`, 5],
      ['psp_clearing', -5],
    ])};
    ${withTrail(paid, `payment_status = 'partly_refunded', refunded_pence = 5`)}`,
  late_money_went_back: ({ paid }) => withTrail(paid, `state = 'cancelled', outcome = 'cancelled'`),
  late_cancellations_follow_their_ladder: ({ paid }) =>
    withTrail(
      paid,
      `state = 'cancelled', outcome = 'cancelled_late', settled_by = 'cancelled_late', ended_at = now(), due_at = now()`,
    ),
  late_cancellations_are_released: ({ paid }) =>
    withTrail(
      paid,
      `state = 'cancelled', outcome = 'cancelled_late', settled_by = 'cancelled_late', due_at = null,
       starts_at = '2031-01-01 10:00Z', ends_at = '2031-01-01 11:00Z', ended_at = '2031-01-01 09:30Z',
       money_back_policy = 'strict', money_back_sentence = 'strict'`,
    ),
  audit_trail_agrees: ({ paid }) =>
    `update request_audit set to_state = 'rejected' where request_id = '${paid}'`,
  accounts_on_their_side: () =>
    journal('fees turned round', [
      ['psp_fees', -500_000],
      ['bank', 500_000],
    ]),
  payouts_agree: ({ earned }) =>
    `update payouts set share_pence = share_pence + 1 where request_id = '${earned}'`,
  transfers_agree: ({ earned }) =>
    `update payouts set status = 'paid', transfer_id = 'tr_none' where request_id = '${earned}'`,
  forgone_agrees: ({ stranger }) =>
    `${journal(`forgone:${stranger}`, [
      [`payable:${stranger}`, 90],
      ['fee_revenue', -90],
    ])}; update journals set kind = 'forgone' where key = 'forgone:${stranger}';
     update account_totals set kind = 'forgone' where account = 'payable:${stranger}'`,
  leavers_are_paid: ({ stranger }) => `
    ${journal(`owed to ${stranger}`, [
      [`payable:${stranger}`, -5],
      ['bank', 5],
    ])}; update users set deleted_at = now() where id = '${stranger}'`,
  reversals_agree: ({ earned }) => `
    insert into transfer_reversals (id, payout_id, amount_pence, reason, status, created_at, updated_at)
      select ${uuid}, id, 5, 'breach', 'succeeded', now(), now() from payouts where request_id = '${earned}'`,
  open_payouts_have_a_next_step: ({ earned }) =>
    `update payouts set look_at = null where request_id = '${earned}'`,
  disputes_agree: ({ paid }) => `
    insert into disputes (id, payment_id, request_id, amount_pence, reason, state, opened_at, updated_at)
      select 'du_none', id, request_id, 5, 'fraudulent', 'open', now(), now() from payments where request_id = '${paid}'`,
  dispute_transit_agrees: () =>
    journal('taken by nobody', [
      ['dispute_transit', 5],
      ['bank', -5],
    ]),
  won_money_comes_back: ({ paid }) => wonWithoutMoney(paid, 31),
  bank_payouts_agree: () =>
    `insert into bank_payouts (id, amount_pence, status, created_at, updated_at) values ('po_none', 5, 'sent', now(), now())`,
  orphans_agree: () => `
    insert into orphan_charges (id, intent_id, amount_pence, refunded_pence, created_at, updated_at)
      values ('ch_none', 'pi_none', 5, 5, now(), now())`,
  open_requests_have_a_next_rule: ({ paid }) =>
    `update session_requests set due_at = null where id = '${paid}'`,
  served_requests_were_paid: ({ unpaid }) => withTrail(unpaid, `state = 'completed', outcome = 'served'`),
  prepaid_claimed_once: ({ claimed, stranger }) =>
    `update session_requests set influencer_id = '${stranger}' where id = '${claimed}'`,
  time_is_taken_once: ({ stranger }) => `
    alter table taken drop constraint taken_once;
    ${takenBy(stranger, 'queue')}; ${takenBy(stranger, 'queue')}`,
  proposed_times_are_taken: ({ stranger }) => takenBy(stranger, 'proposal'),
  sold_windows_are_taken: ({ stranger }) => takenBy(stranger, 'window'),
  open_slots_are_taken: ({ stranger }) => takenBy(stranger, 'slot'),
  holds_end: ({ unpaid }) =>
    `update session_requests set hold_until = timestamptz '2020-01-01' where id = '${unpaid}'`,
  places_within_capacity: ({ event }) => `
    alter table live_events drop constraint live_events_capacity;
    update live_events set capacity = 0 where id = '${event}'`,
  places_belong_to_events: ({ place }) =>
    `update session_requests set request_type = 'private' where id = '${place}'`,
  ended_events_settled: ({ event }) =>
    `update live_events set state = 'ended', ending = 'served' where id = '${event}'`,
  broadcast_within_event: ({ event }) => `
    update live_events set begun_at = now() where id = '${event}'; ${interval(event, 0, 90_000)}`,
  broadcast_time_belongs_to_begun_events: ({ event }) => interval(event, 0, 5),
  intervals_do_not_overlap: ({ paid }) => `${interval(paid, 0, 5)}; ${interval(paid, 4, 6)}`,
  used_is_within_bought: ({ paid }) => interval(paid, 0, 90_000),
  used_time_was_paid: ({ unpaid }) => interval(unpaid, 0, 5),
  rest_kept_by_end_call: ({ earned }) =>
    `update session_requests set settled_by = 'ended_by_buyer' where id = '${earned}'`,
  rest_kept_by_waiting: ({ earned }) =>
    `update session_requests set settled_by = 'influencer_waited' where id = '${earned}'`,
  reported_calls_wait_for_staff: ({ earned }) =>
    `update session_requests set settled_by = 'reported' where id = '${earned}'`,
  one_turn_at_a_time: ({ event, place, earned }) =>
    `${queueAt(event)}; ${turnAt(event, place, 'called')}; ${turnAt(event, earned, 'in_turn')}`,
  absent_fans_pay_by_rule: ({ event, earned }) => `${queueAt(event)}; ${turnAt(event, earned, 'waiting')};
    update session_requests set settled_by = 'buyer_absent' where id = '${earned}'`,
  turns_give_back_what_was_not_used: ({ event, earned }) =>
    `${queueAt(event)}; ${turnAt(event, earned, 'unserved')}`,
  keepsakes_have_two_yeses: ({ paid }) => `
    insert into keepsakes (id, room_id, fan_id, host_id, state, asked_by, asked_at, asks, agreed_at, kept_at, picture)
      select id, id, buyer_id, influencer_id, 'kept', buyer_id, now(), 1, now(), now(), 'x'
      from session_requests where id = '${paid}';
    insert into consents (keepsake_id, person_id, said_at)
      select id, buyer_id, now() from session_requests where id = '${paid}'`,
  served_turns_were_used: ({ event, place }) => `${queueAt(event)}; ${turnAt(event, place, 'served')}`,
  rest_went_back: ({ earned }) =>
    `update session_requests set settled_by = 'not_used' where id = '${earned}'`,
  no_more_of_the_rest_went_back: ({ paid }) =>
    `${usedTenMinutes(paid, 'not_used')}; ${unusedGoesBack(paid, 1)}`,
}

/** A moment of the call below, in seconds after the last second of both. */
const afterBoth = (seconds: number) => `(timestamptz '2026-03-01' + interval '${600 + seconds} s')`
const DAY_SECONDS = DAY_MS / 1000
/** The influencer of the call below sends media alone. */
const alone = (room: string, from: number, to: number) => `
  insert into media_alone (id, room_id, side, started_at, proven_until)
    values (${uuid}, '${room}', 'influencer', ${afterBoth(from)}, ${afterBoth(to)})`
/** A paid call of fifteen minutes of which ten were used, and that was settled a day later. */
const usedTenMinutes = (room: string, by: string) => `
  ${interval(room, 0, 600)};
  ${withTrail(
    room,
    `state = 'completed', outcome = 'part_served', settled_by = '${by}', due_at = now(),
     begun_at = timestamptz '2026-03-01', ended_at = ${afterBoth(DAY_SECONDS)}`,
  )}`
/** A refund of the unused part of it, and so many pence more. */
const unusedGoesBack = (room: string, more: number) => `
  insert into refunds (id, payment_id, request_id, amount_pence, reason, status, created_at, updated_at)
    select '${LATE_REFUND}', p.id, r.id, ceil(r.price_pence * (r.duration_seconds - 600.0) / r.duration_seconds) + ${more},
           r.settled_by, 'succeeded', now(), now()
    from payments p join session_requests r on r.id = p.request_id where r.id = '${room}';
  update session_requests set payment_status = 'partly_refunded', refunded_pence =
    (select amount_pence from refunds where id = '${LATE_REFUND}') where id = '${room}';
  update request_audit set to_payment = 'partly_refunded' where id = 'ffffffff-ffff-7fff-bfff-ffffffffffff';
  insert into journals (id, key, kind, created_at)
    values (${uuid}, 'refund_paid:${LATE_REFUND}', 'charge', now());
  insert into postings (id, journal_id, account, amount_pence)
    select ${uuid}, j.id, leg.account, leg.sign * f.amount_pence from journals j
    join refunds f on f.id = '${LATE_REFUND}'
    cross join (values ('held:${room}', 1), ('psp_clearing', -1)) leg (account, sign)
    where j.key = 'refund_paid:${LATE_REFUND}'`

/** What no check of the audit notices, because it is by the rule. */
export const BY_THE_RULE: readonly (readonly [how: string, change: (world: World) => string])[] = [
  [
    'an influencer waited as long as was left, after a gap of 30 s',
    ({ paid }) => `${usedTenMinutes(paid, 'influencer_waited')}; ${alone(paid, 30, 330)}`,
  ],
  [
    'an influencer waited one second less than was left, and the rest went back',
    ({ paid }) => `${usedTenMinutes(paid, 'not_used')}; ${alone(paid, 0, 299)}; ${unusedGoesBack(paid, 0)}`,
  ],
  ['a dispute was won, and its money comes back some days later', ({ paid }) => wonWithoutMoney(paid, 29)],
]

/** A dispute of a request was won so many days ago, and the bank still has its money. */
const wonWithoutMoney = (id: string, days: number) => `
  insert into disputes (id, payment_id, request_id, amount_pence, reason, state, opened_at, closed_at, updated_at)
    select 'du_won', id, request_id, 5, 'fraudulent', 'won', now(), now() - interval '${days} days', now()
    from payments where request_id = '${id}';
  ${journal('taken and not given back', [
    ['dispute_transit', 5],
    ['bank', -5],
  ])};
  update journals set request_id = '${id}' where key = 'taken and not given back'`

const TEN = '2030-01-01 10:00Z'
const ELEVEN = '2030-01-01 11:00Z'
const until = (start: string) => `timestamptz '${start}' + interval '20 minutes'`
/** A request becomes one of a slot, or of a tight window, without taking its time. */
const dated = (id: string, more: string) =>
  `update session_requests set starts_at = '${TEN}', ends_at = ${until(TEN)}, ${more} where id = '${id}'`
const asSlot = (id: string) => dated(id, `slot_sequence = 0, slot_terms = '{}'`)
const takenFor = (id: string, kind: string, start = TEN) => `
  insert into taken (source_id, kind, person_id, starts_at, ends_at, blocked_from, blocked_until)
    select id, '${kind}', influencer_id, '${start}', ${until(start)}, '${start}', ${until(start)}
    from session_requests where id = '${id}'`
const suggested = (id: string, start: string) => `
  insert into slot_proposals (id, request_id, slots, created_at)
    values ('${LATE_REFUND}', '${id}', '[{"start": "${new Date(start).toISOString()}"}]', now());
  update session_requests set proposal_until = '${TEN}' where id = '${id}'`

/** Other ways to break what a check watches. */
export const OTHER_BREACHES: readonly (readonly [
  how: string,
  check: string,
  breach: (world: World) => string,
])[] = [
  ['an open slot takes no time', 'open_slots_are_taken', ({ paid }) => asSlot(paid)],
  [
    'a bank that only asked has money',
    'dispute_transit_agrees',
    ({ paid }) => `${wonWithoutMoney(paid, 1)}; update disputes set is_inquiry = true where id = 'du_won'`,
  ],
  [
    'a bank that still asks has money',
    'dispute_transit_agrees',
    ({ paid }) => `${wonWithoutMoney(paid, 1)};
      update disputes set is_inquiry = true, state = 'open', closed_at = null where id = 'du_won'`,
  ],
  [
    'a slot takes another time than its own',
    'open_slots_are_taken',
    ({ paid }) => `${asSlot(paid)}; ${takenFor(paid, 'slot', ELEVEN)}`,
  ],
  [
    'a slot takes the time of somebody else',
    'open_slots_are_taken',
    ({ paid, stranger }) =>
      `${asSlot(paid)}; ${takenFor(paid, 'slot')}; update taken set person_id = '${stranger}' where source_id = '${paid}'`,
  ],
  [
    'a slot that is over still takes its time',
    'open_slots_are_taken',
    ({ earned }) => `${asSlot(earned)}; ${takenFor(earned, 'slot')}`,
  ],
  ['a paid window takes no time', 'sold_windows_are_taken', ({ paid }) => dated(paid, 'takes_time = true')],
  [
    'a paid window is held for a while alone',
    'sold_windows_are_taken',
    ({ paid }) =>
      `${dated(paid, 'takes_time = true')}; ${takenFor(paid, 'window')};
       update taken set held_until = '${TEN}' where source_id = '${paid}'`,
  ],
  [
    'a time that is suggested is not taken',
    'proposed_times_are_taken',
    ({ paid }) => `${asSlot(paid)}; ${takenFor(paid, 'slot')}; ${suggested(paid, ELEVEN)}`,
  ],
  [
    'an influencer waited behind a gap of 31 s',
    'rest_kept_by_waiting',
    ({ paid }) => `${usedTenMinutes(paid, 'influencer_waited')}; ${alone(paid, 31, 800)}`,
  ],
  [
    'an influencer was alone before the last second of both',
    'rest_kept_by_waiting',
    ({ paid }) => `${usedTenMinutes(paid, 'influencer_waited')}; ${alone(paid, -1200, -601)}`,
  ],
  [
    'an influencer was alone outside the agreed time',
    'rest_kept_by_waiting',
    ({ paid }) =>
      `${usedTenMinutes(paid, 'influencer_waited')}; ${alone(paid, 301, 1000)};
       update session_requests set starts_at = ${afterBoth(-600)}, ends_at = ${afterBoth(600)} where id = '${paid}'`,
  ],
  [
    'the rest of a call went back although the influencer waited',
    'rest_went_back',
    ({ paid }) => `${usedTenMinutes(paid, 'not_used')}; ${alone(paid, 1, 700)}; ${unusedGoesBack(paid, 0)}`,
  ],
  [
    'the places of an ended event wait for the end of its count for minutes',
    'ended_events_settled',
    ({ event }) =>
      `update live_events set state = 'ended', ending = 'served', settles_by = '2020-01-01' where id = '${event}'`,
  ],
]

/** What the database itself holds against breaches; taken away for a moment, inside a transaction that is undone. */
export const LET_BREACHES_IN = `
  alter table journals disable trigger user;
  alter table postings disable trigger user;
  alter table postings enable trigger postings_totals;
  alter table request_audit disable trigger user;
  alter table postings drop constraint postings_journal_id_journals_id_fk`
