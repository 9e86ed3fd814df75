import { firstSuspendedOf, otherStaffOf, type Shape, STAR, staffOf } from './shape.ts'

/** Whether person `n` is suspended: every other one of those who appealed. */
export const isSuspended = (shape: Shape) => {
  const nth = `(n - ${firstSuspendedOf(shape)})`
  return `${nth} between 1 and ${shape.appeals} and ${nth} % 2 = 1`
}

/** Who is staff, and who is suspended or has blocked whom. */
export const standings = (shape: Shape) => {
  const [staff, other] = [staffOf(shape), otherStaffOf(shape)]
  const first = firstSuspendedOf(shape)
  return [
    `insert into staff_roles (user_id, role, granted_at)
     select person(n), 'admin', now() from generate_series(${staff}, ${other}) n`,
    // Its key signs nothing: a login of staff is made without it, and a second factor is only counted.
    `insert into passkeys (id, user_id, credential_id, public_key, counter, name, created_at)
     select made(80, now(), n), person(n), 'key-of-' || n, '\\x00', 0, 'Key', now() from generate_series(${staff}, ${other}) n`,
    `insert into suspensions (id, user_id, kind, reason, staff_id, created_at, appeal_id, ended_at, settled_at)
     select made(81, at, n), person(${first} + n), 'suspended', 'You threatened a fan', person(${other}), at,
       'appeal-' || n, case when n % 2 = 0 then at + interval '9 days' end, at
     from (select n, now() - interval '20 days' - n * interval '3 hours' as at from generate_series(1, ${shape.appeals}) n) a`,
    `insert into appeals (id, suspension_id, text, created_at, decision, decision_reason, decided_by, decided_at)
     select s.id, s.id, 'It was not me', s.created_at, case when is_decided then 'lifted' end,
       case when is_decided then 'It was a mistake' end, case when is_decided then person(${staff}) end,
       case when is_decided then s.ended_at end
     from (select *, ended_at is not null as is_decided from suspensions) s`,
    `insert into blocks (blocker_id, blocked_id, created_at)
     select person(n), person(${STAR}), now() from generate_series(${first}, ${shape.users}) n`,
    `insert into blocks (blocker_id, blocked_id, created_at)
     select person(${shape.profiles + 1}), person(n), now() from generate_series(${first}, ${shape.users}) n where n % 5 = 0`,
  ]
}

/** What waits at the desk or was decided there: all of it follows from the plan of the requests. */
export const deskCases = (shape: Shape) => [
  ...reports(shape),
  ...problems(shape),
  ...disputes,
  ...acts(shape),
]

const REPORT_ID = `('00000000-0003-7000-8000-' || lpad(to_hex(r), 12, '0'))::uuid`

/** A tenth is open, a tenth is about the star, and a third is about a call, with the last lines of its chat. */
const reports = (shape: Shape) => [
  `insert into reports (id, reporter_id, reported_id, about_kind, about_id, reason, text, uuid, facts, created_at, version,
     decision, decision_reason, decided_by, decided_at)
   select ${REPORT_ID}, person(p.buyer), person(p.influencer), case when r % 3 = 0 then 'request' else 'user' end,
     case when r % 3 = 0 then p.id else person(p.influencer) end, 'spam', 'They sent me to another site', 'report-' || r, '{}',
     now() - r * interval '1 hour', case when r % 10 = 1 then 0 else 1 end, case when r % 10 <> 1 then 'dismissed' end,
     case when r % 10 <> 1 then 'There is nothing to see here' end,
     case when r % 10 <> 1 then person(${otherStaffOf(shape)}) end, case when r % 10 <> 1 then now() - r * interval '50 minutes' end
   from generate_series(1, ${shape.reports}) r join plan p on p.n = (r * 10 + case when r % 10 = 0 then 1 else 4 end) % ${shape.requests}`,
  `insert into report_lines (report_id, position, author_id, text, said_at)
   select id, position, reporter_id, 'What they said', created_at
   from reports, generate_series(0, 9) position where about_kind = 'request'`,
]

/** Open ones of calls that nothing was released of; one of two hundred earned calls had one that staff settled. */
const problems = (shape: Shape) => [
  `insert into problems (id, request_id, reporter_id, kind, text, state, created_at, settled_at, settled_by, decision_reason)
   select made(82, at, n), id, person(buyer), 'quality', 'There was no sound', case when is_open then 'open' else 'settled' end,
     at + interval '26 hours', case when is_open then null else at + interval '2 days' end,
     case when is_open then null else person(${staffOf(shape)}) end, case when is_open then null else 'There was sound' end
   from (select *, fate = 'reported' as is_open from plan where fate = 'reported' or (fate = 'earned' and n % 200 = 106)) p`,
]

const FACTS = JSON.stringify({
  madeAt: '2026-01-01T00:00:00.000Z',
  sale: {
    ...{
      reference: 'request',
      kind: 'private',
      what: 'Fifteen minutes',
      price: '25.00',
      durationSeconds: 900,
    },
    ...{ bookedAt: '2026-01-01T00:00:00.000Z', paidAt: '2026-01-01T00:05:00.000Z', agreed: null },
  },
  terms: { sentence: 'The call begins at once', confirmed: 'Pay', confirmedAt: null },
  attendance: {
    buyer: { firstSeen: null, lastSeen: null },
    influencer: { firstSeen: null, lastSeen: null },
    ...{ together: [], usedSeconds: 900 },
  },
  outcome: { state: 'completed', outcome: 'served', rule: 'used_up', refunded: '0.00' },
  mails: [],
})

/** Open ones, and one of two hundred earned calls had one that was won. */
const disputes = [
  `insert into disputes (id, payment_id, request_id, influencer_id, amount_pence, reason, state, opened_at, closed_at, updated_at, has_pack)
   select 'du_' || n, payment_id, id, person(influencer), 2500, 'general', case when is_open then 'open' else 'won' end, at + interval '4 days',
     case when is_open then null else at + interval '9 days' end, at + interval '9 days', true
   from (select *, fate = 'disputed' as is_open from plan where fate = 'disputed' or (fate = 'earned' and n % 200 = 104)) p`,
  `insert into dispute_packs (dispute_id, request_id, facts, due_by, made_at, file_id, staged_at, send_asked_at, sent_at)
   select id, request_id, '${FACTS}', case when state = 'open' then now() + interval '60 days' end, opened_at, 'file_' || id,
     opened_at, closed_at, closed_at from disputes`,
]

const acts = (shape: Shape) => [
  `insert into staff_pending_acts (id, kind, about_kind, about_id, person_id, reason, about_version, asked_by, asked_at, state)
   select made(83, at, n), 'restore', 'person', made(84, at, n), person(${shape.profiles} + 10 + n), 'It was a mistake', 0,
     person(${otherStaffOf(shape)}), at, 'waiting'
   from (select n, now() - n * interval '1 minute' as at from generate_series(1, ${shape.pendingActs}) n) a`,
  // Looks at people, of whom the star is one of fifty.
  `insert into staff_actions (id, staff_id, act, person_id, about_kind, about_id, created_at)
   select made(85, at, n), person(${otherStaffOf(shape)}), 'look', person(person), 'person', person(person)::text, at
   from (select n, now() - n * interval '5 minutes' as at,
           case when n % 50 = 0 then ${STAR} else ${shape.profiles} + 10 + n % ${shape.users - shape.profiles - 10} end as person
         from generate_series(1, ${shape.staffActions}) n) a`,
  `insert into staff_action_people (action_id, person_id, created_at)
   select id, unnest(array[staff_id, person_id]), created_at from staff_actions on conflict do nothing`,
]
