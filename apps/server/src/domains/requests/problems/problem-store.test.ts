import type { Page, StaffProblem } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'
import { staffMember } from '../../staff/testing/staff-member.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer()
})
afterAll(() => t?.close())

test('the list of the desk continues after the last problem that it showed, also while others are settled', async () => {
  const [fan, star] = [await t.fan('many-fan'), await t.influencer('many-star')]
  const desk = await staffMember(t, 'many-desk', 'admin')
  const call = await t.bookAndPay(fan, star)
  const [columns] = (
    await t.server.database.pool.query(
      `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
       where table_name = 'session_requests' and is_generated = 'NEVER' and column_name not in ('id', 'slug', 'uuid')`,
    )
  ).rows
  await t.server.database.pool.query(
    `with calls as (
       insert into session_requests (id, slug, uuid, ${columns.names})
       select gen_random_uuid(), 'problem-' || n, gen_random_uuid(), ${columns.names}
       from session_requests cross join generate_series(1, 7) n where id = $1 returning id)
     insert into problems (id, request_id, reporter_id, kind, state, created_at, version)
     select gen_random_uuid(), id, $2, 'quality', 'open', $3, 0 from calls`,
    [call.id, fan.id, t.clock.now()],
  )
  type Shown = Page<StaffProblem>
  const seen: string[] = []
  let path: string | null = '/api/staff/problems/?page_size=3'
  for (let page = 0; path !== null; page++) {
    const { body }: { body: Shown } = await t.call<Shown>(desk.person, `GET ${path as '/'}`)
    seen.push(...body.results.map(({ id }) => id))
    // What the first page showed is settled before the second is requested.
    if (page === 0)
      await t.server.database.pool.query(
        "update problems set state = 'settled', settled_at = now() where id = any($1)",
        [seen],
      )
    path = body.next
  }
  const { rows } = await t.server.database.pool.query("select id from problems where state = 'open'")
  expect(seen).toEqual(expect.arrayContaining(rows.map(({ id }) => id)))
  expect(new Set(seen).size).toBe(seen.length)
})
