import type { Page } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRows } from '../testing/growth/add-rows.ts'
import { blocksOf } from '../testing/growth/blocks-of.ts'
import { recordQueries } from '../testing/growth/record-queries.ts'
import { openTestServer, type TestPerson, type TestServer } from '../testing/test-server.ts'

/** An index of the list is one level deeper, and some of what was counted is read from the table itself. */
const BLOCKS_MORE_MAX = 60

let t: TestServer
let fan: TestPerson
let star: TestPerson
const queries = recordQueries()
beforeAll(async () => {
  t = await openTestServer()
  fan = await t.fan('pages-fan')
  star = await t.influencer('pages-star')
  await sql(
    `insert into users select made.* from users u, generate_series(1, 300) n, jsonb_populate_record(u, jsonb_build_object(
       'id', gen_random_uuid(), 'username', 'pages-met-' || n, 'email', 'pages-met-' || n || '@example.org')) made
     where u.id = $1`,
    fan.id,
  )
})
afterAll(async () => {
  queries.stop()
  await t?.close()
})

const sql = async (text: string, ...values: unknown[]) =>
  (await t.server.database.pool.query<{ id: string }>(text, values)).rows

interface OwnList {
  path: string
  reader(): TestPerson
  /**
   * Adds so many rows, of which each third is in the list and five are of each moment, and newer ones of another
   * person.
   */
  add(from: number, to: number): Promise<unknown>
  /** Every row that the list is to show, in its order. */
  all(): Promise<{ id: string }[]>
  /** The statement that finds a page; the one that counts reads 200 rows at most. */
  finds: RegExp
}

const MOMENT = `now() - interval '1 day' + (n / 5) * interval '1 second'`
const LISTS: Record<string, OwnList> = {
  'own logins': {
    path: '/api/user/me/logins/',
    reader: () => fan,
    add: (from, to) =>
      sql(
        `with made as (
           insert into logins (id, user_id, device, created_at, last_used_at, revoked_at)
           select gen_random_uuid(), whose, 'a test', ${MOMENT}, ${MOMENT} + later, case when n % 3 > 0 then now() end
           from generate_series($3::int, $4::int) n, (values ($1::uuid, interval '0'), ($2::uuid, interval '1 day')) p (whose, later)
           returning id)
         insert into refresh_tokens (id, login_id, created_at, expires_at)
         select gen_random_uuid(), id, now(), now() + interval '90 days' from made`,
        ...[fan.id, star.id, from, to],
      ),
    all: () =>
      sql(
        `select id from logins where user_id = $1 and revoked_at is null order by last_used_at desc, id desc`,
        fan.id,
      ),
    finds: /from "logins".* order by/,
  },
  'events of an influencer': {
    path: '/api/parley/pages-star/live_events/',
    reader: () => star,
    add: (from, to) =>
      sql(
        `insert into live_events (id, slug, uuid, influencer_id, title, description, price_pence, duration_seconds,
           duration_display, state, ending, created_at, updated_at)
         select gen_random_uuid(), 'pages-' || n, 'pages-' || n, $1, 'Evening ' || n, '', 2500, 3600, 2,
           case when n % 3 > 0 then 'ended' else 'scheduled' end, case when n % 3 > 0 then 'served' end, ${MOMENT}, now()
         from generate_series($2::int, $3::int) n`,
        ...[star.id, from, to],
      ),
    all: () =>
      sql(
        `select id from live_events where influencer_id = $1 and state = 'scheduled' order by created_at desc, id desc`,
        star.id,
      ),
    finds: /from "live_events".* order by/,
  },
  // The reader is the fan of every second one, and the host of the others.
  keepsakes: {
    path: '/api/keepsakes/',
    reader: () => star,
    add: (from, to) =>
      sql(
        `insert into keepsakes (id, room_id, fan_id, host_id, state, asked_by, asked_at, asks, agreed_at, kept_at, picture)
         select gen_random_uuid(), gen_random_uuid(), case when n % 2 = 0 then whose else m.id end,
           case when n % 2 = 0 then m.id else whose end, case when n % 3 > 0 then 'removed' else 'kept' end, whose, ${MOMENT}, 1,
           ${MOMENT}, ${MOMENT} + later, case when n % 3 = 0 then 'a picture'::bytea end
         from generate_series($3::int, $4::int) n
         join users m on m.username = 'pages-met-' || 1 + n % 300,
           (values ($1::uuid, interval '0'), ($2::uuid, interval '1 day')) p (whose, later)`,
        ...[star.id, fan.id, from, to],
      ),
    all: () =>
      sql(
        `select id from keepsakes where (host_id = $1 or fan_id = $1) and state = 'kept' order by kept_at desc, id desc`,
        star.id,
      ),
    finds: /from "keepsakes".* order by/,
  },
  'people whom one has blocked': {
    path: '/api/user/me/blocks/',
    reader: () => fan,
    add: (from, to) =>
      sql(
        `with made as (
           insert into users select u.* from users f, generate_series($3::int, $4::int) n, jsonb_populate_record(f, jsonb_build_object(
             'id', gen_random_uuid(), 'username', 'pages-rival-' || n, 'email', 'pages-rival-' || n || '@example.org')) u
           where f.id = $1 and n % 3 = 0 returning id, substring(username from '[0-9]+$')::int as n)
         insert into blocks (blocker_id, blocked_id, created_at)
         select whose, id, ${MOMENT} + later
         from made, (values ($1::uuid, interval '0'), ($2::uuid, interval '1 day')) p (whose, later)`,
        ...[fan.id, star.id, from, to],
      ),
    all: () =>
      sql(
        `select blocked_id as id from blocks where blocker_id = $1 order by created_at desc, blocked_id desc`,
        fan.id,
      ),
    finds: /from "blocks".* order by/,
  },
}
const NAMES = Object.keys(LISTS)

async function read(name: string, path?: string) {
  const list = LISTS[name] as OwnList
  queries.take()
  const answer = await t.call<Page<{ id: string }>>(
    list.reader(),
    `GET ${(path ?? `${list.path}?page_size=20`) as '/'}`,
  )
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const sent = queries.take().filter(({ text }) => list.finds.test(text))
  expect(sent).toHaveLength(1)
  return { page: answer.body, sent }
}

async function grow(from: number, to: number): Promise<void> {
  for (const { add } of Object.values(LISTS)) await addRows(add, from, to)
  await sql('vacuum (analyze) logins, refresh_tokens, live_events, keepsakes, blocks, users')
}

/** Pages of 8 kB that the first and the second page of each list read. */
async function costs(): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const name of NAMES) {
    const first = await read(name)
    const second = await read(name, first.page.next ?? '')
    const url = t.server.config.databaseUrl
    found[name] = await blocksOf(url, first.sent)
    found[`${name}, second page`] = await blocksOf(url, second.sent)
    found[`${name}, planned for all values`] = await blocksOf(url, second.sent, 'of frequent ones')
  }
  return found
}

test.each(NAMES)('%s: pages follow one another in the order of the list', async name => {
  const list = LISTS[name] as OwnList
  await list.add(1, 60)
  const all = await list.all()
  const seen: string[] = []
  for (let next: string | null = `${list.path}?page_size=7`; next; ) {
    const { page }: Awaited<ReturnType<typeof read>> = await read(name, next)
    seen.push(...page.results.map(({ id }) => id))
    next = page.next
  }
  expect(seen).toEqual(all.map(({ id }) => id))
})

test('no page reads more of a list that is twenty times as long', async () => {
  await grow(300, 1_200)
  const before = await costs()
  await grow(2_000, 20_000)
  const after = await costs()
  const grown = NAMES.flatMap(name => [
    name,
    `${name}, second page`,
    `${name}, planned for all values`,
  ]).filter(name => (after[name] ?? 0) > (before[name] ?? 0) + BLOCKS_MORE_MAX)
  expect(grown, JSON.stringify({ before, after })).toEqual([])
})
