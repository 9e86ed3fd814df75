import type { Page, SessionRequest } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRows } from '../../testing/growth/add-rows.ts'
import { blocksOf } from '../../testing/growth/blocks-of.ts'
import { recordQueries } from '../../testing/growth/record-queries.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../testing/test-server.ts'
import { staffMember, type TestStaff } from './testing/staff-member.ts'

let t: TestServer
let desk: TestStaff
let fan: TestPerson
let call: SessionRequest
const queries = recordQueries()
beforeAll(async () => {
  t = await openTestServer()
  desk = await staffMember(t, 'lists-desk', 'admin')
  fan = await t.fan('lists-fan')
  call = await t.bookAndPay(fan, await t.influencer('lists-star'))
  const names = await sql(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_name = 'session_requests' and is_generated = 'NEVER' and column_name not in ('id', 'slug', 'uuid')`,
  )
  requestColumns = String(names[0]?.names)
})
afterAll(async () => {
  queries.stop()
  await t?.close()
})

const sql = async (text: string, ...values: unknown[]) =>
  (await t.server.database.pool.query<Record<string, unknown>>(text, values)).rows
let requestColumns = ''

interface DeskList {
  path: string
  /** Adds so many rows, five of each moment. */
  add(from: number, to: number): Promise<unknown>
  /** Every row that the list is to show, in its order. */
  all: string
  /** What takes rows out of the list while somebody reads it. */
  end: string
}

const MOMENT = `timestamptz '2026-01-01' + (n / 5) * interval '1 minute'`
const addReports = (from: number, to: number) =>
  sql(
    `insert into reports (id, reporter_id, reported_id, about_kind, about_id, reason, text, uuid, facts, created_at, decision, decided_by, decided_at)
     select gen_random_uuid(), $1, (select influencer_id from session_requests where id = $2), 'user', $2, 'spam', '', 'uuid-' || n, '{}', ${MOMENT},
       case when n % 2 = 0 then 'dismissed' end, case when n % 2 = 0 then $3::uuid end, case when n % 2 = 0 then ${MOMENT} end
     from generate_series($4::int, $5::int) n`,
    ...[fan.id, call.id, desk.person.id, from, to],
  )
const addAppeals = (from: number, to: number) =>
  sql(
    `with made as (
       insert into suspensions (id, user_id, kind, reason, staff_id, created_at, appeal_id, ended_at, settled_at)
       select gen_random_uuid(), $1, 'suspended', 'You threatened a fan', $2, ${MOMENT}, 'appeal-' || n, now(), now()
       from generate_series($3::int, $4::int) n returning id, created_at)
     insert into appeals (id, suspension_id, text, created_at, decision, decided_by, decided_at)
     select gen_random_uuid(), id, 'It was not me', created_at, case when n % 2 = 0 then 'upheld' end,
       case when n % 2 = 0 then $2::uuid end, case when n % 2 = 0 then created_at end
     from (select *, row_number() over () as n from made) m`,
    ...[fan.id, desk.person.id, from, to],
  )
const addDisputes = (from: number, to: number) =>
  sql(
    `insert into disputes (id, payment_id, request_id, amount_pence, reason, state, opened_at, closed_at, updated_at)
     select 'du_' || n, p.id, p.request_id, 2500, 'general', case when n % 2 = 0 then 'lost' else 'open' end, ${MOMENT},
       case when n % 2 = 0 then ${MOMENT} end, now()
     from payments p, generate_series($2::int, $3::int) n where p.request_id = $1`,
    ...[call.id, from, to],
  )
const addProblems = (from: number, to: number) =>
  sql(
    `with calls as (
       insert into session_requests (id, slug, uuid, ${requestColumns})
       select gen_random_uuid(), 'problem-' || n, gen_random_uuid(), ${requestColumns.replace('"created_at"', 'created_at').replace('created_at', MOMENT)}
       from session_requests cross join generate_series($3::int, $4::int) n where id = $1 returning id, created_at)
     insert into problems (id, request_id, reporter_id, kind, state, created_at, settled_at, version)
     select gen_random_uuid(), id, $2, 'quality', case when n % 2 = 0 then 'settled' else 'open' end, created_at,
       case when n % 2 = 0 then created_at end, 0 from (select *, row_number() over () as n from calls) c`,
    ...[call.id, fan.id, from, to],
  )
const addPayouts = (from: number, to: number) =>
  sql(
    `insert into payouts (id, request_id, influencer_id, share_pence, status, waits_for, payable_at, created_at, updated_at)
     select gen_random_uuid(), gen_random_uuid(), influencer_id, 2250, case when n % 2 = 0 then 'forgone' else 'waiting' end,
       case when n % 2 = 0 then null else 'no_account' end, ${MOMENT}, now(), now()
     from session_requests cross join generate_series($2::int, $3::int) n where id = $1`,
    ...[call.id, from, to],
  )
const addPending = (from: number, to: number) =>
  sql(
    `insert into staff_pending_acts (id, kind, about_kind, about_id, person_id, reason, about_version, asked_by, asked_at, state)
     select gen_random_uuid(), 'restore', 'person', gen_random_uuid(), $1, 'It was a mistake', 0, $1, ${MOMENT}, 'waiting'
     from generate_series($2::int, $3::int) n`,
    ...[desk.person.id, from, to],
  )
const addActions = (from: number, to: number) =>
  sql(
    // Of somebody else, so that the reader must be no party to what they are about.
    `insert into staff_actions (id, staff_id, act, about_kind, about_id, created_at)
     select gen_random_uuid(), $1, 'look', (array['request', 'report', 'problem'])[1 + n % 3],
       case when n % 3 = 0 then $2 else gen_random_uuid()::text end, ${MOMENT}
     from generate_series($3::int, $4::int) n`,
    ...[fan.id, call.id, from, to],
  )

const addLooks = (from: number, to: number) =>
  sql(
    `insert into staff_actions (id, staff_id, act, after, created_at)
     select gen_random_uuid(), $1, 'look_reports', jsonb_build_object('people', jsonb_build_array($2::uuid)), ${MOMENT}
     from generate_series($3::int, $4::int) n`,
    ...[desk.person.id, fan.id, from, to],
  )

const addOpinions = (from: number, to: number) =>
  sql(
    `insert into call_opinions (room_id, person_id, opinion, trouble, created_at)
     select gen_random_uuid(), $1, case when n % 2 = 0 then 'good' else 'not_good' end,
       case when n % 2 = 0 then null else 'sound' end, timestamptz '2026-01-01' + n * interval '1 minute'
     from generate_series($2::int, $3::int) n`,
    ...[fan.id, from, to],
  )

const LISTS: Record<string, DeskList> = {
  'open reports': {
    path: '/api/staff/reports/?state=open',
    add: addReports,
    all: 'select id from reports where decided_at is null order by created_at, id',
    end: `update reports set decided_at = now(), decision = 'dismissed' where id = any($1::uuid[])`,
  },
  'decided reports': {
    path: '/api/staff/reports/?state=decided',
    add: addReports,
    all: 'select id from reports where decided_at is not null order by decided_at desc, id desc',
    end: 'update reports set decided_at = null, decision = null where id = any($1::uuid[])',
  },
  'open appeals': {
    path: '/api/staff/appeals/?state=open',
    add: addAppeals,
    all: 'select id from appeals where decided_at is null order by created_at, id',
    end: `update appeals set decided_at = now(), decision = 'upheld' where id = any($1::uuid[])`,
  },
  'closed appeals': {
    path: '/api/staff/appeals/?state=closed',
    add: addAppeals,
    all: 'select id from appeals where decided_at is not null order by decided_at desc, id desc',
    end: 'update appeals set decided_at = null, decision = null where id = any($1::uuid[])',
  },
  'open disputes': {
    path: '/api/staff/disputes/?state=open',
    add: addDisputes,
    all: `select id from disputes where state = 'open' order by opened_at, id`,
    end: `update disputes set state = 'won', closed_at = now() where id = any($1)`,
  },
  'closed disputes': {
    path: '/api/staff/disputes/?state=closed',
    add: addDisputes,
    all: `select id from disputes where state <> 'open' order by closed_at desc, id desc`,
    end: `update disputes set state = 'open', closed_at = null where id = any($1)`,
  },
  'open problems': {
    path: '/api/staff/problems/?state=open',
    add: addProblems,
    all: `select id from problems where state = 'open' order by created_at, id`,
    end: `update problems set state = 'settled', settled_at = now() where id = any($1::uuid[])`,
  },
  'closed problems': {
    path: '/api/staff/problems/?state=closed',
    add: addProblems,
    all: `select id from problems where state = 'settled' order by settled_at desc, id desc`,
    end: `update problems set state = 'open', settled_at = null where id = any($1::uuid[])`,
  },
  'open payouts': {
    path: '/api/staff/payouts/?state=open',
    add: addPayouts,
    all: `select id from payouts where status = 'waiting' order by payable_at, id`,
    end: `update payouts set status = 'forgone' where id = any($1::uuid[])`,
  },
  'closed payouts': {
    path: '/api/staff/payouts/?state=closed',
    add: addPayouts,
    all: `select id from payouts where status = 'forgone' order by payable_at desc, id desc`,
    end: `update payouts set status = 'waiting' where id = any($1::uuid[])`,
  },
  'what waits for a second person': {
    path: '/api/staff/pending/?',
    add: addPending,
    all: `select id from staff_pending_acts where state = 'waiting' order by asked_at, id`,
    end: `update staff_pending_acts set state = 'refused' where id = any($1::uuid[])`,
  },
  'calls that were not good': {
    path: '/api/staff/opinions/?',
    add: addOpinions,
    all: `select room_id as id from call_opinions where opinion = 'not_good' order by created_at desc`,
    end: `update call_opinions set opinion = 'good', trouble = null where room_id = any($1::uuid[])`,
  },
  'the staff audit': {
    path: '/api/staff/actions/?',
    add: addActions,
    all: 'select id from staff_actions order by created_at desc, id desc',
    // Nothing is taken out of it; each look puts one more before the first.
    end: 'select $1::text[]',
  },
  'the staff audit about one person': {
    path: '/api/staff/actions/?q=@lists-fan',
    add: addLooks,
    all: `select a.id from staff_actions a, users u where u.username = 'lists-fan'
      and (u.id in (a.staff_id, a.person_id) or a.after -> 'people' ? u.id::text) order by a.created_at desc, a.id desc`,
    end: 'select $1::text[]',
  },
  'the staff audit of one member of staff': {
    path: '/api/staff/actions/?q=lists-desk',
    add: addLooks,
    all: `select a.id from staff_actions a, users u where u.username = 'lists-desk'
      and (u.id in (a.staff_id, a.person_id) or a.after -> 'people' ? u.id::text) order by a.created_at desc, a.id desc`,
    end: 'select $1::text[]',
  },
}
const NAMES = Object.keys(LISTS)

type Shown = Page<{ id: string; request_id?: string }>
const read = async (path: string) => {
  const answer = await t.call<Shown>(desk.person, `GET ${path as '/'}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

test.each(NAMES)('%s: pages follow one another in their order, also while cases are decided', async name => {
  const { path, add, all, end } = LISTS[name] as DeskList
  const from = 1 + 30 * NAMES.indexOf(name)
  await add(from, from + 22)
  const before = (await sql(all)).map(({ id }) => id)
  expect(before.length).toBeGreaterThan(10)
  const seen: string[] = []
  let next: string | null = `${path}&page_size=3`.replace('?&', '?')
  for (let page = 0; next !== null; page++) {
    const shown: Shown = await read(next)
    seen.push(...shown.results.map(({ id, request_id }) => id ?? request_id))
    // What the first page showed is decided before the second is requested.
    if (page === 0) await sql(end, seen)
    expect(shown.next === null || shown.count > seen.length).toBe(true)
    next = shown.next
  }
  // A look at the audit is its newest row by itself.
  expect(seen.filter(id => before.includes(id))).toEqual(before)
  expect(new Set(seen).size).toBe(seen.length)
})

test('a place in a list that nobody was given is refused', async () => {
  for (const { path } of Object.values(LISTS))
    for (const after of ['1', 'x_y', `1_'`, '1_"; drop'])
      expect(
        (await t.call(desk.person, `GET ${path as '/'}&after=${encodeURIComponent(after)}`)).status,
        path,
      ).toBe(400)
})

/** Pages of 8 kB that a list reads to find what it shows; what it reads of each one that it shows is no queue. */
async function blocksOfFinding(path: string): Promise<{ blocks: number; next: string | null }> {
  queries.take()
  const { next } = await read(path)
  const sent = queries.take().filter(({ text }) => !text.includes('= any('))
  return { blocks: await blocksOf(t.server.config.databaseUrl, sent), next }
}

test('no list reads more of a queue that is twenty times as long, and its second page is as near as its first', async () => {
  const costs = async () => {
    const found: Record<string, number> = {}
    for (const name of NAMES) {
      const first = await blocksOfFinding(`${(LISTS[name] as DeskList).path}&page_size=20`.replace('?&', '?'))
      const second = await blocksOfFinding(first.next ?? '')
      found[name] = first.blocks
      found[`${name}, second page`] = second.blocks
    }
    return found
  }
  const grow = async (from: number, to: number) => {
    const adding = new Set(Object.values(LISTS).map(({ add }) => add))
    for (const add of adding) await addRows(add, from, to)
    await sql('vacuum (analyze)')
  }
  await grow(300, 900)
  const before = await costs()
  await grow(1000, 13_000)
  const after = await costs()
  // An index is a level deeper, and some of what was counted is read from the table itself.
  const grown = Object.keys(before).filter(name => (after[name] ?? 0) > (before[name] ?? 0) + 60)
  expect(grown, JSON.stringify({ before, after })).toEqual([])
})
