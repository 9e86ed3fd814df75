import {
  HOUR_MS,
  OPEN_PRIVATE_COUNTED_MAX,
  type Page,
  type SessionRequest,
  type WhoWaits,
} from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRows } from '../../../testing/growth/add-rows.ts'
import { blocksOf } from '../../../testing/growth/blocks-of.ts'
import { recordQueries } from '../../../testing/growth/record-queries.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'

/** An index of the list is one level deeper, and some of what was counted is read from the table itself. */
const BLOCKS_MORE_MAX = 60

let t: TestServer
let fan: TestPerson
let star: TestPerson
let soon: SessionRequest
const queries = recordQueries()
beforeAll(async () => {
  t = await openTestServer()
  fan = await t.fan('open-fan')
  star = await t.influencer('open-star')
  const start = new Date(t.clock.now().getTime() + HOUR_MS)
  const timeRange = { start: start.toISOString(), end: new Date(start.getTime() + 900_000).toISOString() }
  soon = await t.bookAndPay(fan, star, { timeRange })
})
afterAll(async () => {
  queries.stop()
  await t?.close()
})

const sql = async <T extends object = { id: string }>(text: string, ...values: unknown[]) =>
  (await t.server.database.pool.query<T>(text, values)).rows
const read = async (person: TestPerson, path: string) => {
  const answer = await t.call<Page<SessionRequest>>(person, `GET ${path as '/'}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const idsOf = ({ results }: Page<SessionRequest>) => results.map(({ id }) => id)

/** Copies of the call: `changed` says in SQL, of a number n, how each differs from it. */
const copy = (changed: string, [from, to]: [number, number]) =>
  addRows(
    (first, last) =>
      sql(
        `insert into session_requests select copied.* from session_requests q, generate_series($2::int, $3::int) n,
           lateral (select overlay(overlay(md5(n::text || random()) placing '7' from 13) placing '8' from 17)::uuid as id) made,
           lateral jsonb_populate_record(q, jsonb_build_object('id', made.id, 'slug', made.id, 'uuid', made.id,
             'due_at', null, 'takes_time', false) || ${changed}) copied
         where q.id = $1`,
        ...[soon.id, first, last],
      ),
    from,
    to,
  )
const newerPlace = `jsonb_build_object('request_type', 'broadcast', 'starts_at', null, 'ends_at', null,
  'money_back_policy', null, 'money_back_sentence', null, 'created_at', q.created_at + n * interval '1 second')`
const LISTS = {
  'the calls of an influencer': () => ({
    person: star,
    path: '/api/parley/open-star/parley_request/?open=calls',
  }),
  'what a fan has booked': () => ({ person: fan, path: '/api/user/me/requests/?booked=open' }),
}
const NAMES = Object.keys(LISTS) as (keyof typeof LISTS)[]

test('a call in an hour is the first of its list, behind 120 newer places', async () => {
  await copy(newerPlace, [1, 120])
  const newest = await read(star, '/api/parley/open-star/parley_request/?page_size=100')
  expect(idsOf(newest)).not.toContain(soon.id)
  for (const name of NAMES) {
    const { person, path } = LISTS[name]()
    expect(idsOf(await read(person, `${path}&page_size=100`))[0], name).toBe(soon.id)
  }
})

const dated = (from: number) => `jsonb_build_object('created_at', q.created_at - n * interval '1 second',
  'starts_at', q.starts_at + ((n + ${from}) / 3) * interval '1 minute', 'ends_at', q.ends_at + ((n + ${from}) / 3) * interval '1 minute')`
const undated = `jsonb_build_object('starts_at', null, 'ends_at', null, 'money_back_policy', null, 'money_back_sentence', null,
  'created_at', q.created_at - (n / 3) * interval '1 second')`

/** The pages of a list, one after the other by `next`. */
async function pagesOf(name: keyof typeof LISTS, size: number): Promise<Page<SessionRequest>[]> {
  const { person, path } = LISTS[name]()
  const pages: Page<SessionRequest>[] = []
  for (let next: string | null = `${path}&page_size=${size}`; next; next = pages.at(-1)?.next ?? null)
    pages.push(await read(person, next))
  return pages
}

test.each(NAMES)(
  '%s: pages follow one another, by the start and then, without one, the newest first',
  async name => {
    await copy(dated(0), [1, 15])
    await copy(undated, [1, 15])
    const isCall = name === 'what a fan has booked' ? 'true' : `request_type <> 'broadcast'`
    const all = await sql(
      `select id from session_requests where state in ('offered', 'accepted') and ${isCall}
     order by starts_at, case when starts_at is null then created_at end desc,
       case when starts_at is null then id end desc, id`,
    )
    expect((await pagesOf(name, 7)).flatMap(idsOf)).toEqual(all.map(({ id }) => id))
  },
)

test('what is past has the newest first; an influencer is asked for calls in another list', async () => {
  const ended = { state: 'cancelled', outcome: 'cancelled', ended_at: t.clock.now().toISOString() }
  await copy(`'${JSON.stringify(ended)}'::jsonb || ${undated}`, [1, 8])
  const all = await sql(
    `select id from session_requests where state = 'cancelled' order by created_at desc, id desc`,
  )
  const first = await read(fan, '/api/user/me/requests/?booked=past&page_size=5')
  const second = await read(fan, first.next ?? '')
  expect([...idsOf(first), ...idsOf(second)]).toEqual(all.map(({ id }) => id))
  for (const booked of ['open', 'past'])
    expect(idsOf(await read(star, `/api/user/me/requests/?booked=${booked}`))).toEqual([])
  expect((await t.call(fan, 'GET /api/parley/open-star/parley_request/?open=calls')).status).toBe(403)
  const open = await read(fan, '/api/user/me/requests/?booked=open&page_size=1')
  const place = new URL(open.next ?? '', t.origin).searchParams.get('after')
  expect(place).toMatch(/^s/)
  const path = `GET /api/user/me/requests/?booked=past&after=${place}` as const
  expect((await t.call(fan, path)).status).toBe(400)
})

/** What a badge costs, of which every page asks for one. */
async function blocksOfBadge(person: TestPerson): Promise<number> {
  queries.take()
  const { body } = await t.call<WhoWaits>(person, 'GET /api/user/me/waiting/')
  expect(body.open_private).toBe(OPEN_PRIVATE_COUNTED_MAX)
  const finds = queries.take().filter(({ text }) => /count|limit/.test(text))
  expect(finds).toHaveLength(3)
  return blocksOf(t.server.config.databaseUrl, finds)
}

test('no page and no badge reads more of a list that is ten times as long, nor of a history', async () => {
  const grow = async (from: number, to: number) => {
    await copy(dated(from), [from, to])
    await copy(undated, [from, to])
    await copy(newerPlace, [from, to])
    await copy(`'{"state": "cancelled", "outcome": "cancelled"}'::jsonb || ${undated}`, [from, to])
    await sql('vacuum (analyze) session_requests')
  }
  const costs = async () => {
    const found: Record<string, number> = {}
    for (const name of NAMES) {
      const { person, path } = LISTS[name]()
      // The first of those with a start, and of those without one.
      const [last] = await sql<{ place: string }>(
        `select (extract(epoch from max(created_at)) * 1000 + 1)::bigint || '_' || $1 as place
         from session_requests where starts_at is null`,
        soon.id,
      )
      for (const after of ['', `&page=9&after=${last?.place}`]) {
        queries.take()
        await read(person, `${path}&page_size=20${after}`)
        const finds = queries.take().filter(({ text }) => text.includes('"starts_at" desc'))
        expect(finds.length).toBeGreaterThan(0)
        found[name + after] = await blocksOf(t.server.config.databaseUrl, finds)
      }
      found[`badge, ${name}`] = await blocksOfBadge(person)
    }
    return found
  }
  await grow(1_000, 1_400)
  const before = await costs()
  await grow(2_000, 6_000)
  const after = await costs()
  const keys = Object.keys(before)
  expect(keys).toHaveLength(6)
  const [was, is] = [Object.values(before), Object.values(after)]
  const grown = keys.filter((_key, nth) => (is[nth] ?? 0) > (was[nth] ?? 0) + BLOCKS_MORE_MAX)
  expect(grown, JSON.stringify({ before, after })).toEqual([])
}, 240_000)
