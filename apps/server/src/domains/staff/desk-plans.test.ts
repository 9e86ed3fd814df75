import type { StaffStandingPerson } from '@parley/contract'
import { type Page, STAFF_REPORTS_COUNTED_MAX, STAFF_REPORTS_MAX, type StaffPending } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRows } from '../../testing/growth/add-rows.ts'
import { blocksOf } from '../../testing/growth/blocks-of.ts'
import { recordQueries } from '../../testing/growth/record-queries.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../testing/test-server.ts'
import { staffMember, type TestStaff } from './testing/staff-member.ts'

/** An index is a level deeper, and another plan may be better. */
const BLOCKS_MORE_MAX = 30

let t: TestServer
let desk: TestStaff
let colleague: TestStaff
let fan: TestPerson
let star: TestPerson
const queries = recordQueries()
beforeAll(async () => {
  t = await openTestServer()
  desk = await staffMember(t, 'plans-desk', 'admin')
  colleague = await staffMember(t, 'plans-colleague', 'admin')
  fan = await t.fan('plans-fan')
  star = await t.influencer('plans-star')
})
afterAll(async () => {
  queries.stop()
  await t?.close()
})

const sql = async (text: string, ...values: unknown[]) =>
  (await t.server.database.pool.query<Record<string, unknown>>(text, values)).rows

/** What the statements of a table read, when the desk asks for a path. */
async function blocksAt<T>(path: `/${string}`, of: RegExp): Promise<{ blocks: number; body: T }> {
  await sql('vacuum (analyze)')
  queries.take()
  const { status, body } = await t.call<T>(desk.person, `GET ${path}`)
  expect(status, JSON.stringify(body)).toBe(200)
  const sent = queries.take().filter(({ text }) => of.test(text))
  expect(sent.length).toBeGreaterThan(0)
  return { blocks: await blocksOf(t.server.config.databaseUrl, sent), body }
}

test('the page of a person reads no more of reports about them than it shows', async () => {
  const add = (from: number, to: number) =>
    addRows(
      (first, last) =>
        sql(
          `insert into reports (id, reporter_id, reported_id, about_kind, about_id, reason, text, uuid, facts, created_at,
             decision, decided_by, decided_at)
           select gen_random_uuid(), $1, $2, 'user', $2, 'spam', repeat('They sent me to another site. ', 20), 'uuid-' || n, '{}',
             now() - n * interval '1 minute', case when n % 2 = 0 then 'upheld' else 'dismissed' end, $3, now()
           from generate_series($4::int, $5::int) n`,
          ...[fan.id, star.id, colleague.person.id, first, last],
        ),
      from,
      to,
    )
  const read = () => blocksAt<StaffStandingPerson>(`/api/staff/people/${star.id}/`, /from "reports"/)
  await add(1, 60)
  const { body } = await read()
  expect(body.reports_about).toEqual({ all: 60, upheld: 30 })
  expect(body.reports_made).toEqual({ all: 0, upheld: 0 })
  await add(61, 500)
  const few = await read()
  await add(501, 5_000)
  const many = await read()
  // One more than is counted stands for more.
  const more = STAFF_REPORTS_COUNTED_MAX + 1
  expect(many.body.reports_about).toEqual({ all: more, upheld: more })
  expect(many.body.reports.map(({ at }) => at)).toEqual(body.reports.map(({ at }) => at))
  expect(many.body.reports).toHaveLength(STAFF_REPORTS_MAX)
  const maker = await blocksAt<StaffStandingPerson>(`/api/staff/people/${fan.id}/`, /from "reports"/)
  expect(maker.body.reports_made).toEqual({ all: more, upheld: more })
  expect(many.blocks, JSON.stringify({ was: few.blocks })).toBeLessThan(few.blocks + BLOCKS_MORE_MAX)
})

test('acts that wait are found without a search for each of them, if the reader was in no call', async () => {
  const add = (from: number, to: number) =>
    sql(
      `insert into staff_pending_acts (id, kind, about_kind, about_id, person_id, reason, about_version, asked_by, asked_at, state)
       select gen_random_uuid(), 'restore', 'person', gen_random_uuid(), $1, 'It was a mistake', 0, $2, now() + n * interval '1 minute', 'waiting'
       from generate_series($3::int, $4::int) n`,
      ...[fan.id, colleague.person.id, from, to],
    )
  // Many calls of others, of which none is the reader's.
  const { id } = await t.bookAndPay(fan, star)
  await addRows(
    (from, to) =>
      sql(
        `insert into session_requests select copied.* from session_requests q, generate_series($2::int, $3::int) n,
           lateral (select overlay(overlay(md5(n::text) placing '7' from 13) placing '8' from 17)::uuid as id) made,
           lateral jsonb_populate_record(q, jsonb_build_object('id', made.id, 'slug', made.id, 'uuid', made.id, 'due_at', null)) copied
         where q.id = $1`,
        ...[id, from, to],
      ),
    1,
    3_000,
  )
  const read = () => blocksAt<Page<StaffPending>>('/api/staff/pending/', /from "staff_pending_acts"/)
  await add(1, 30)
  const few = await read()
  expect(few.body.count).toBe(30)
  await add(31, 400)
  const many = await read()
  expect(many.body.count).toBe(200)
  expect(many.blocks, JSON.stringify({ was: few.blocks })).toBeLessThan(few.blocks + BLOCKS_MORE_MAX)
})
