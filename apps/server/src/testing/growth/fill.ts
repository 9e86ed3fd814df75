import { CATEGORY_CODES } from '@parley/contract'
import { Client } from 'pg'
import { migrateDatabase } from '../../db/migrate.ts'
import { deskCases, isSuspended, standings } from './fill-cases.ts'
import { line, meetings } from './fill-meetings.ts'
import { DATED, HOST, LINE_HOST, type Shape, STAR } from './shape.ts'
import { vacuumWhole } from './vacuum-whole.ts'

/** Tables whose indexes are created after their rows, which is several times faster. */
const LARGE = [
  ...['users', 'logins', 'refresh_tokens', 'session_requests', 'request_audit', 'payments', 'payouts'],
  ...['journals', 'postings', 'provider_events', 'mails', 'live_intervals', 'outbox'],
]
/** The number of an influencer's open requests, and of payouts under way, whatever the size of the history. */
const OPEN_OF_STAR = 50
const WAITING_OF_STAR = 10
/** Events to come, however few there are: more than a page shows. */
const OPEN_EVENTS = 30
/** Dated calls that are sold and to come, whatever the size of the history. */
const DATED_TO_COME = 50

/** Migrates a new database and fills it by SQL; `passwordHash` is the hash of all people. */
export async function fillDatabase(
  url: string,
  { shape, passwordHash, as }: { shape: Shape; passwordHash: string; as: 'superuser' | 'owner' },
): Promise<void> {
  await migrateDatabase(url)
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    // Without foreign keys and triggers: the data are consistent by construction, and `npm run audit` confirms it.
    if (as === 'superuser') await client.query('set session_replication_role = replica')
    // Legs are inserted after their journals; the constraint checks them at the commit.
    else await client.query('begin')
    await client.query(functions)
    const indexes = as === 'superuser' ? await takeIndexes(client) : []
    for (const statement of [
      ...people(shape, passwordHash),
      ...standings(shape),
      ...events(shape),
      ...line(shape),
      ...plan(shape),
      ...money,
      ...calls,
      ...meetings(shape),
      ...deskCases(shape),
      ...work(shape),
    ])
      await client.query(statement)
    for (const definition of indexes) await client.query(definition)
    await client.query('drop table plan; drop function made, person, event')
    if (as === 'owner') await client.query('commit')
    await vacuumWhole(client)
  } finally {
    await client.end()
  }
}

/** Drops the indexes that belong to no constraint; answers the statements that create them. */
async function takeIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select i.indexname, i.indexdef from pg_indexes i where i.schemaname = 'public' and i.tablename = any($1)
       and not exists (select 1 from pg_constraint c where c.conname = i.indexname)`,
    [LARGE],
  )
  for (const { indexname } of rows) await client.query(`drop index "${indexname}"`)
  return rows.map(row => row.indexdef)
}

/** Ids that sort by the creation of their rows, like those of the server, and that a number determines. */
const functions = `
  create function made(kind int, at timestamptz, n bigint) returns uuid language sql immutable as $$
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(kind), 3, '0')
      || '8' || lpad(to_hex(n), 15, '0'))::uuid $$;
  create function person(n bigint) returns uuid language sql immutable as $$
    select ('00000000-0001-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$;
  create function event(n bigint) returns uuid language sql immutable as $$
    select ('00000000-0002-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$`

const NOTIFICATIONS = JSON.stringify({
  ...{ system_email: true, system_push: false, system_text: false, system_phone: false },
  ...{ chat_email: true, chat_push: false },
})

// No statement updates a few rows of a large table: VACUUM leaves the pages of so few dead rows out of its map.
const people = (shape: Shape, passwordHash: string) => [
  `insert into users (id, username, first_name, last_name, email, password_hash, is_influencer, notifications,
     created_at, updated_at, email_verified_at, suspended_at)
   select person(n), 'user' || n, 'First' || n, 'Last' || n % 997, 'user' || n || '@example.org', '${passwordHash}',
     n <= ${shape.profiles}, '${NOTIFICATIONS}', now() - interval '4 years', now() - interval '1 year', now(),
     case when ${isSuspended(shape)} then now() - interval '20 days' end
   from generate_series(1, ${shape.users}) n`,
  `insert into logins (id, user_id, created_at, last_used_at)
   select made(3, now() - interval '2 days', n), person(n), now() - interval '2 days', now()
   from generate_series(1, ${shape.users}) n`,
  `insert into refresh_tokens (id, login_id, created_at, expires_at)
   select made(4, now(), n), id, now(), now() + interval '90 days'
   from (select id, row_number() over () as n from logins) l`,
  `insert into profiles (user_id, category, price_pence, duration_seconds, duration_display, description, booking_mode,
     updated_at)
   select person(n), (array['${CATEGORY_CODES.join("', '")}'])[1 + n % ${CATEGORY_CODES.length}], 2500, 900, 2,
     'Fifteen minutes about ' || (array['chess', 'guitar', 'running', 'painting', 'cooking'])[1 + n % 5]
       || ' and anything else you like, number ' || n, case when n = ${DATED} then 'offered' else 'off' end,
     now() - interval '1 year'
   from generate_series(1, ${shape.profiles}) n`,
  `insert into profile_words (user_id, words)
   select u.id, search_words(concat_ws(' ', u.username, u.first_name, u.last_name), p.description) || category_word(p.category)
   from profiles p join users u on u.id = p.user_id on conflict do nothing`,
  `insert into profile_changes (user_id, changed_in) select user_id, pg_current_xact_id() from profiles
   on conflict do nothing`,
]

/**
 * The first event is the largest and still to come, like the next ones and a fifth of all others; the second has no
 * date, so that one can enter it.
 */
const events = ({ events, profiles }: Shape) => [
  `insert into live_events (id, slug, uuid, influencer_id, title, description, price_pence, duration_seconds,
     duration_display, starts_at, state, ending, begun_at, ended_at, used_ms, due_at, created_at, updated_at)
   select event(n), 'event-' || n, 'event-' || n, person(case when n = 1 then ${HOST} else 3 + n % ${profiles - 3} end),
     'Evening ' || n, 'An evening of openings and endgames, number ' || n, 2500, 3600, 2,
     case when is_over then old when n <> 2 then now() + interval '60 days' end, case when is_over then 'ended' else 'scheduled' end,
     case when is_over then 'served' end, case when is_over then old end,
     case when is_over then old + interval '1 hour' end, case when is_over then 3600000 else 0 end,
     case when is_over then null else now() + interval '61 days' end, old - interval '30 days', old
   from (select n, n > ${OPEN_EVENTS} and n % 5 <> 0 as is_over, now() - interval '100 days' - n * interval '2 hours' as old
         from generate_series(1, ${events}) n) e`,
  `insert into live_event_words (event_id, words)
   select e.id, search_words(concat_ws(' ', e.title, u.username, u.first_name, u.last_name), e.description) || category_word(p.category)
   from live_events e join users u on u.id = e.influencer_id join profiles p on p.user_id = u.id
   where e.state in ('scheduled', 'live') on conflict do nothing`,
]

/** Each half hour from tomorrow on, by the number in the plan. */
const DATED_STARTS = `date_trunc('hour', now()) + interval '1 day' + n % ${DATED_TO_COME} * interval '30 minutes'`

/** The places in the line, and the dated calls: numbers of the plan behind those of all other requests. */
const inLineAndDated = (shape: Shape) => [
  `insert into plan (n, id, payment_id, at, kind, buyer, influencer, event, fate)
   select n, made(5, at, n), made(6, at, n), at, 'place', ${shape.profiles} + 10 + nth, ${LINE_HOST}, ${shape.events + 1}, 'open'
   from (select nth, ${shape.requests} + nth as n, now() - interval '15 days' as at from generate_series(1::bigint, ${shape.line}) nth) l`,
  `insert into plan (n, id, payment_id, at, kind, buyer, influencer, event, fate)
   select n, made(5, at, n), made(6, at, n), at, 'dated',
     case when nth % 4 = 0 and nth > ${DATED_TO_COME} - 2 then ${shape.profiles + 1} else ${shape.profiles} + 10 + nth * 31 % ${shape.users - shape.profiles - 10} end,
     ${DATED}, null, case when nth <= ${DATED_TO_COME} then 'open' else 'earned' end
   from (select nth, ${shape.requests + shape.line} + nth as n,
           now() - interval '15 days' - nth * (interval '3 years' / ${shape.datedServed}) as at
         from generate_series(1::bigint, ${shape.datedServed + DATED_TO_COME}) nth) d`,
]

/** The properties of each request, the newest first; all other rows follow from this table. */
const plan = (shape: Shape) => [
  `create unlogged table plan as
   select n, made(5, at, n) as id, made(6, at, n) as payment_id, at, kind, buyer, influencer, event,
     case
       when kind = 'place' and event is not null and (event <= ${OPEN_EVENTS} or event % 5 = 0) then 'open'
       when kind = 'place' then 'earned'
       when kind = 'star' then case when n / 10 < ${OPEN_OF_STAR} then 'open'
                                    when n / 10 < ${OPEN_OF_STAR + WAITING_OF_STAR} then 'released' else 'earned' end
       when kind = 'prepaid' then 'earned'
       when n / 10 % 500 = 6 then 'reported'
       when n / 10 % 500 = 7 then 'disputed'
       else (array['open', 'cancelled', 'expired', 'unpaid', 'released'])[1 + n / 10 % 50] end as fate
   from (
     select n, now() - interval '15 days' - n * (interval '3 years' / ${shape.requests}) as at,
       case when n % 10 = 1 then 'star' when n % 100 = 2 or n % 10 = 3 then 'place'
            when n % 400 = 205 then 'prepaid' else 'private' end as kind,
       case when n % 200 = 5 then ${shape.profiles + 1}
            else ${shape.profiles} + 10 + n * 31 % ${shape.users - shape.profiles - 10} end as buyer,
       case when n % 10 = 1 then ${STAR} when n % 100 = 2 then ${HOST}
            when n % 10 = 3 then 3 + (2 + n / 10 % ${shape.events - 1}) % ${shape.profiles - 3}
            else 3 + n * 7919 % ${shape.profiles - 2} end as influencer,
       case when n % 100 = 2 then 1 when n % 10 = 3 then 2 + n / 10 % ${shape.events - 1} end as event
     from generate_series(1::bigint, ${shape.requests}) n) q`,
  `update plan set fate = 'earned' where fate is null`,
  ...inLineAndDated(shape),
  // A person has at most one place at an event.
  `delete from plan where n in (select n from (select n, row_number() over (partition by event, buyer) as nth
     from plan where event is not null) p where nth > 1)`,
  // Rows lie in the order of their creation, as where people made them one after another.
  'create unlogged table in_order as select * from plan order by at',
  'drop table plan',
  'alter table in_order rename to plan',
  'create unique index on plan (n)',
  'analyze plan',
  `insert into session_requests (id, slug, uuid, fingerprint, request_type, state, outcome, settled_by, payment_status,
     buyer_id, influencer_id, live_event_id, description, price_pence, fee_basis_points, duration_seconds,
     duration_display, created_at, paid_at, claimed_at, begun_at, ended_at, released_at, due_at, problem_open,
     starts_at, ends_at, slot_sequence, slot_terms)
   select id, 'request-' || n, id::text, '', case kind when 'place' then 'broadcast' when 'prepaid' then 'prepaid' else 'private' end,
     case when is_done then 'completed' when fate = 'open' and kind in ('place', 'dated') then 'accepted'
          when fate in ('open', 'unpaid') then 'offered' else fate end,
     case when is_done then 'served' when fate = 'expired' then 'unpaid' when fate = 'cancelled' then 'cancelled' end,
     case when is_done then 'used_up' end,
     case when fate = 'disputed' then 'disputed' when is_done or fate = 'open' then 'paid' else 'unpaid' end,
     person(buyer), person(influencer), event(event), 'Fifteen minutes about anything else you like', 2500, 1000,
     case when event > ${shape.events} then 300 else 900 end, 2, at,
     case when is_done or fate = 'open' then at + interval '5 minutes' end,
     case when kind = 'prepaid' then at + interval '1 hour' end, case when is_done then at + interval '1 day' end,
     case when is_done or fate in ('cancelled', 'expired') then at + interval '25 hours' end,
     case when fate in ('earned', 'released') then at + interval '3 days' end,
     case when fate in ('open', 'unpaid') then now() + interval '60 days' end, fate = 'reported',
     starts_at, starts_at + interval '900 seconds', case when kind = 'dated' then 0 end,
     case when kind = 'dated' then '{"accept": "auto", "leewayMinutes": 0, "moveUntilMinutes": 60}'::jsonb end
   from (select *, fate in ('earned', 'released', 'reported', 'disputed') as is_done,
           case when kind = 'dated' and fate = 'open' then ${DATED_STARTS} when kind = 'dated' then at + interval '1 day' end as starts_at
         from plan) p`,
  `insert into request_audit (id, request_id, action, actor_id, to_state, to_payment, data, created_at)
   select made(7, created_at, row_number() over ()), id, 'book', buyer_id, 'offered', 'unpaid',
     '{"reason": null, "outcome": null, "refundPence": 0}', created_at from session_requests`,
  `insert into request_audit (id, request_id, action, actor_id, from_state, to_state, from_payment, to_payment, data, created_at)
   select made(8, claimed_at, row_number() over ()), id, 'claim', influencer_id, 'offered', 'accepted', 'paid', 'paid',
     '{"reason": null, "outcome": null, "refundPence": 0}', claimed_at from session_requests where claimed_at is not null`,
  `insert into request_audit (id, request_id, action, from_state, to_state, from_payment, to_payment, data, created_at)
   select made(9, at, row_number() over ()), id, 'time', 'offered', state, 'unpaid', payment_status,
     '{"reason": null, "outcome": null, "refundPence": 0}', at
   from (select *, coalesce(released_at, ended_at, paid_at, created_at + interval '1 minute') as at from session_requests) r`,
]

const paid = `from plan where fate in ('open', 'earned', 'released', 'reported', 'disputed')`
const done = `from plan where fate in ('earned', 'released')`
const served = `from plan where fate in ('earned', 'released', 'reported', 'disputed')`

/** A journal for each paid request, and its legs: account and pence. */
function journal(spec: {
  kind: string
  key: string
  number: number
  at: string
  of: string
  legs: [string, number][]
}) {
  const { kind, key, number, at, of } = spec
  return [
    `insert into journals (id, key, kind, request_id, created_at)
     select made(${number}, ${at}, n), ${key}, '${kind}', id, ${at} ${of}`,
    ...spec.legs.map(
      ([account, pence], leg) => `insert into postings (id, journal_id, account, amount_pence)
       select made(${number + 1 + leg}, ${at}, n), made(${number}, ${at}, n), ${account}, ${pence} ${of}`,
    ),
  ]
}

const money = [
  `insert into payments (id, request_id, payer_id, amount_pence, status, intent_id, charge_id, fee_pence, created_at, updated_at)
   select payment_id, id, person(buyer), 2500, 'succeeded', 'pi_' || n, 'ch_' || n, 60, at, at ${paid}`,
  `insert into provider_events (id, type, object_id, payment_intent_id, created_at, received_at, handled_at)
   select 'evt_' || n, 'payment_intent.succeeded', 'pi_' || n, 'pi_' || n, at, at, at ${paid}
     and at > now() - interval '60 days'`,
  `insert into mails (id, key, kind, user_id, created_at, attempts, sent_at)
   select made(40, at, n), 'receipt:' || id || ':' || person(buyer), 'receipt', person(buyer), at, 1, at ${paid}`,
  ...journal({
    ...{
      kind: 'charge',
      key: `'charge:' || payment_id`,
      number: 10,
      at: `at + interval '5 minutes'`,
      of: paid,
    },
    legs: [
      [`'psp_clearing'`, 2500],
      [`'held:' || id`, -2500],
    ],
  }),
  ...journal({
    ...{
      kind: 'psp_fee',
      key: `'psp_fee:' || payment_id`,
      number: 14,
      at: `at + interval '5 minutes'`,
      of: paid,
    },
    legs: [
      [`'psp_fees'`, 60],
      [`'psp_clearing'`, -60],
    ],
  }),
  ...journal({
    ...{ kind: 'release', key: `'release:' || id`, number: 18, at: `at + interval '3 days'`, of: done },
    legs: [
      [`'held:' || id`, 2500],
      [`'payable:' || person(influencer)`, -2250],
      [`'fee_revenue'`, -250],
    ],
  }),
  ...journal({
    ...{ kind: 'transfer', key: `'transfer:' || made(41, at, n)`, number: 24, at: `at + interval '10 days'` },
    of: `from plan where fate = 'earned'`,
    legs: [
      [`'payable:' || person(influencer)`, 2250],
      [`'psp_clearing'`, -2250],
    ],
  }),
  `insert into account_totals (account, kind, amount_pence, postings)
   select p.account, j.kind, sum(p.amount_pence), count(*) from postings p join journals j on j.id = p.journal_id
   where p.account like 'payable:%' group by p.account, j.kind on conflict do nothing`,
  `insert into payouts (id, request_id, influencer_id, share_pence, status, transfer_id, account_id, payable_at, look_at,
     sent_at, paid_at, created_at, updated_at)
   select made(41, at, n), id, person(influencer), 2250, case fate when 'earned' then 'paid' else 'waiting' end,
     case fate when 'earned' then 'tr_' || n end, case fate when 'earned' then 'acct_' || influencer end,
     at + interval '10 days', case fate when 'released' then now() + interval '60 days' end,
     case fate when 'earned' then at + interval '10 days' end, case fate when 'earned' then at + interval '10 days' end,
     at + interval '3 days', at + interval '3 days' ${done}`,
  `insert into payout_accounts (user_id, account_id, status, payouts_enabled, requirements, created_at, updated_at)
   select id, 'acct_' || username, 'active', true, '[]', created_at, created_at from users where is_influencer`,
]

const calls = [
  `insert into call_rooms (id) select id ${served} and kind <> 'place'`,
  `insert into live_intervals (id, room_id, epoch, started_at, proven_until, ended_at, ended_by)
   select made(50, at, n), id, 1, at + interval '1 day', at + interval '1 day' + interval '900 seconds',
     at + interval '1 day' + interval '900 seconds', 'time' ${served} and kind <> 'place'`,
  `insert into taken (source_id, kind, person_id, starts_at, ends_at, blocked_from, blocked_until)
   select id, 'slot', influencer_id, starts_at, ends_at, starts_at, ends_at
   from session_requests where slot_sequence is not null and state = 'accepted'`,
]

const work = ({ outboxDone, outboxWaiting }: Shape) => [
  `insert into outbox (id, topic, subscriber, payload, created_at, run_at, attempts, done_at)
   select made(60, at, n), 'requests.changed', 'notifications', '{}', at, at, 1, at
   from (select n, now() - n * (interval '6 days' / ${outboxDone}) as at from generate_series(1, ${outboxDone}) n) o`,
  `insert into outbox (id, topic, payload, created_at, run_at)
   select made(61, now(), n), 'notifications.remind',
     jsonb_build_object('requestId', made(5, now(), n), 'lead', 'hour'), now(),
     now() + interval '30 days' + n * (interval '60 days' / ${outboxWaiting}) from generate_series(1, ${outboxWaiting}) n`,
]
