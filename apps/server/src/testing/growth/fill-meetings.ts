import { DATED, LINE_HOST, type Shape } from './shape.ts'

/** The event at which fans meet its host one after the other; its order stands, and it begins in two months. */
export const line = ({ events }: Shape) => [
  `insert into live_events (id, slug, uuid, influencer_id, title, description, price_pence, duration_seconds,
     duration_display, starts_at, capacity, format, state, due_at, created_at, updated_at)
   values (event(${events + 1}), 'line-1', 'line-1', person(${LINE_HOST}), 'Meet me', 'Five minutes with each of you',
     2500, 300, 2, now() + interval '60 days', 500, 'queue', 'scheduled', now() + interval '61 days',
     now() - interval '30 days', now())`,
]

/** What people do at calls and events: lines, questions, keepsakes, opinions, times that are offered, calendars. */
export const meetings = (shape: Shape) => [
  ...turns(shape),
  ...questions(shape),
  ...keepsakes,
  ...opinions,
  ...calendars(shape),
]

const turns = ({ events }: Shape) => [
  `insert into queues (event_id, state, version, paused_ms, changeovers_ms)
   values (event(${events + 1}), 'scheduled', 1, 0, '[]')`,
  `insert into queue_turns (request_id, event_id, number, position, state, missed, used_ms, is_rest)
   select id, event(event), nth, nth, 'waiting', 0, 0, false
   from (select id, event, row_number() over (order by n) as nth from plan where event = ${events + 1}) p`,
  `insert into event_crew (event_id, person_id, added_at)
   select event(${events + 1}), person(n), now() from generate_series(8, 10) n`,
]

/** Of who has a place at an event that one can enter; some are answered or hidden, and others vote for them. */
const questions = (shape: Shape) => [
  `create temporary table asked as
   select *, row_number() over (order by n) as nth from plan where event = 2`,
  `insert into questions (id, room_id, author_id, uuid, text, created_at, answered_at, hidden_at, votes)
   select made(70, now(), q), event(2), person(a.buyer), 'question-' || q, 'Which opening do you play first, number ' || q,
     now() - q * interval '1 second', case when q % 5 = 0 then now() end, case when q % 20 = 1 then now() end,
     least(q % 10, (select count(*) from asked))
   from generate_series(1, ${shape.questions}) q join asked a on a.nth = 1 + q % (select count(*) from asked)`,
  `insert into question_votes (question_id, person_id)
   select made(70, now(), q), person(a.buyer)
   from generate_series(1, ${shape.questions}) q join asked a on a.nth <= q % 10`,
  'drop table asked',
]

/** Of the star, and of the regular fan, within the time that they are kept. */
const KEPT = `from plan where fate = 'earned' and (n % 200 = 1 or n % 600 = 405) and kind <> 'place'`
const KEPT_ID = `('00000000-0004-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
const KEPT_AT = `now() - interval '1 day' - n / 200 % 80 * interval '1 day'`
const keepsakes = [
  `insert into keepsakes (id, room_id, fan_id, host_id, state, asked_by, asked_at, asks, agreed_at, kept_at, picture)
   select ${KEPT_ID}, id, person(buyer), person(influencer), 'kept', person(buyer), ${KEPT_AT}, 1, ${KEPT_AT}, ${KEPT_AT},
     decode(repeat('ff', 2000), 'hex') ${KEPT}`,
  `insert into consents (keepsake_id, person_id, said_at)
   select ${KEPT_ID}, unnest(array[person(buyer), person(influencer)]), ${KEPT_AT} ${KEPT}`,
]

/** One of ten is not good. */
const opinions = [
  `insert into call_opinions (room_id, person_id, opinion, trouble, created_at)
   select id, person(buyer), case when n % 40 = 0 then 'not_good' else 'good' end, case when n % 40 = 0 then 'sound' end,
     at + interval '26 hours' from plan where n % 4 = 0 and fate = 'earned' and kind <> 'place'`,
]

const WEEKLY = JSON.stringify(
  Object.fromEntries(
    ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map(day => [day, [{ from: '00:00', to: '24:00' }]]),
  ),
)

const calendars = ({ users, profiles }: Shape) => [
  `insert into availability (person_id, zone, weekly, step_minutes, leeway_minutes, buffer_before_minutes,
     buffer_after_minutes, notice_minutes, move_until_minutes, horizon_days, accept, when_stale, version, updated_at)
   values (person(${DATED}), 'Europe/London', '${WEEKLY}', 30, 0, 0, 0, 0, 60, 60, 'auto', 'sell', 1, now())`,
  `insert into calendar_feeds (user_id, digest, created_at)
   select person(n), translate(encode(sha256(('feed-of-' || n)::bytea), 'base64'), '+/=', '-_'), now()
   from generate_series(1, ${users}) n where n % 3 = 0 or n <= ${profiles + 20}`,
]
