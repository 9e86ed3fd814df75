import type { Page, SessionRequest } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withTransaction } from '../../../db/client.ts'
import { blocksOf } from '../../../testing/growth/blocks-of.ts'
import { fillDatabase } from '../../../testing/growth/fill.ts'
import { recordQueries } from '../../../testing/growth/record-queries.ts'
import { fanOf, personId, regularOf, type Shape, STAR, shapeOf } from '../../../testing/growth/shape.ts'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'
import { beginLogin } from '../../accounts/login/begin-login.ts'

/** The star is asked 600 times here, and the regular fan books 30 times. */
const SHAPE: Shape = { ...shapeOf(0.005), requests: 6_000 }
const regular = regularOf(SHAPE)

let server: TestServer
const queries = recordQueries()
const tokens = new Map<number, string>()

beforeAll(async () => {
  server = await openTestServer()
  const url = server.server.config.databaseUrl ?? ''
  await fillDatabase(url, { shape: SHAPE, passwordHash: 'none', as: 'owner' })
  const { accounts } = server.server.domains
  for (const person of [STAR, regular, fanOf(SHAPE, 1)])
    tokens.set(
      person,
      (
        await withTransaction(server.server.database.db, tx =>
          beginLogin(accounts, tx, { userId: personId(person), device: 'a test' }),
        )
      ).access,
    )
}, 240_000)
afterAll(async () => {
  queries.stop()
  await server.close()
})

type List = Page<SessionRequest>

async function read(as: number, path: string): Promise<{ status: number; list: List }> {
  const answer = await fetch(`${server.origin}${path}`, {
    headers: { authorization: `Bearer ${tokens.get(as)}` },
  })
  return { status: answer.status, list: (await answer.json()) as List }
}
const listed = async (as: number, path: string) => (await read(as, path)).list
const ids = ({ results }: List) => results.map(({ id }) => id)
const sql = async <T extends object>(text: string, values: unknown[] = []) =>
  (await server.server.database.pool.query<T>(text, values)).rows

/** What the database says a list should be, by one plain question. */
async function expected(condition: string, person = STAR): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    `select id from session_requests where ${condition} order by created_at desc, id desc`,
    [personId(person)],
  )
  return rows.map(({ id }) => id)
}

const PAID = `payment_status in ('paid', 'partly_refunded', 'refunded', 'refund_failed', 'disputed', 'charged_back')`
const FILTERS = [
  ['', 'true'],
  ['paid=true', PAID],
  ['paid=True', PAID],
  ['paid=false', `not ${PAID}`],
  ['paid=False', `not ${PAID}`],
  ['state=completed', `state = 'completed'`],
  ['state=completed&paid=true', `${PAID} and state = 'completed'`],
  ['state=expired&paid=false', `not ${PAID} and state = 'expired'`],
  ['request_type=private&paid=1', `${PAID} and request_type = 'private'`],
  ['request_type=broadcast', `request_type = 'broadcast'`],
  ['request_type=private&state=offered', `request_type = 'private' and state = 'offered'`],
] as const

test.each(FILTERS)(
  'the pages of incoming requests with "%s" are the whole list in its order',
  async (query, condition) => {
    const whole = await expected(`influencer_id = $1 and ${condition}`)
    const found: string[] = []
    let path: string | null = `/api/influencer/requests/?page_size=100&${query}`
    while (path) {
      const list: List = await listed(STAR, path)
      found.push(...ids(list))
      // Exact up to 200; of a longer list it says that there is more as long as there is.
      if (whole.length <= 200) expect(list.count).toBe(whole.length)
      else expect(list.count > found.length).toBe(whole.length > found.length)
      path = list.next
    }
    expect(found).toEqual(whole)
  },
)

test('a page is found by its number alone, and says where it is', async () => {
  const whole = await expected(`influencer_id = $1 and ${PAID}`)
  const third = await listed(STAR, '/api/influencer/requests/?page=3&page_size=100')
  expect(ids(third)).toEqual(whole.slice(200, 300))
  expect(third).toMatchObject({ count: 301, previous: '/api/influencer/requests/?page=2&page_size=100' })
  const beyond = await listed(STAR, '/api/influencer/requests/?page=50&page_size=100')
  expect(beyond).toMatchObject({ count: 200, next: null, results: [] })
  const own = await listed(regular, '/api/user/me/requests/?page=9')
  const { length: count } = await expected('buyer_id = $1', regular)
  expect(own).toMatchObject({ count, next: null, results: [] })
})

test('who follows `next` reads each request once, whatever is booked in between', async () => {
  const before = await expected('buyer_id = $1', regular)
  const first = await listed(regular, '/api/user/me/requests/?page_size=10')
  const newer = crypto.randomUUID()
  await sql(
    `insert into session_requests select (r).* from (
       select jsonb_populate_record(q, jsonb_build_object('id', $1::text, 'slug', $1::text, 'uuid', $1::text,
         'created_at', now(), 'live_event_id', null)) as r
       from session_requests q where buyer_id = $2 order by created_at desc limit 1) copied`,
    [newer, personId(regular)],
  )
  const second = await listed(regular, first.next ?? '')
  expect([...ids(first), ...ids(second)]).toEqual(before.slice(0, 20))
  // By the number alone the list has moved by one.
  expect(ids(await listed(regular, '/api/user/me/requests/?page=2&page_size=10'))[0]).toBe(before[9])
  await sql('delete from session_requests where id = $1', [newer])
})

test('a place in a list that nobody was given is refused, and shows nobody the requests of another', async () => {
  for (const after of ['1', 'x_y', '1_00000000', `1_${personId(1)}'`])
    expect((await read(STAR, `/api/user/me/requests/?after=${encodeURIComponent(after)}`)).status).toBe(400)
  const { next } = await listed(STAR, '/api/influencer/requests/?page_size=10')
  const others = await listed(fanOf(SHAPE, 1), (next ?? '').replace('/influencer/', '/user/me/'))
  const mine = await expected('buyer_id = $1 or attendee_id = $1', fanOf(SHAPE, 1))
  for (const id of ids(others)) expect(mine).toContain(id)
  const farthest = `99999999999999_${personId(1)}`
  expect((await read(STAR, `/api/user/me/requests/?after=${farthest}`)).status).toBe(200)
})

/** Copies a person's history from so many to so many times, each further back. */
async function lengthen(person: number, [first, last]: [number, number]): Promise<void> {
  await sql(
    `insert into session_requests select copied.* from session_requests q, generate_series($1::int, $2::int) n,
       lateral (select overlay(overlay(md5(q.id::text || n) placing '7' from 13) placing '8' from 17)::uuid as id) made,
       lateral jsonb_populate_record(q, jsonb_build_object('id', made.id, 'slug', made.id, 'uuid', made.id,
         'created_at', q.created_at - interval '4 years' - n * interval '30 days')) copied
     where (q.influencer_id = $3 or q.buyer_id = $3) and q.created_at > now() - interval '4 years' and q.live_event_id is null
       and q.state not in ('offered', 'accepted') and q.request_type <> 'broadcast'`,
    [first, last, personId(person)],
  )
  await sql('vacuum (analyze) session_requests')
}

const LISTS: [number, string][] = [
  [STAR, '/api/influencer/requests/'],
  [STAR, '/api/influencer/requests/?state=offered'],
  [STAR, '/api/influencer/requests/?paid=true'],
  [STAR, '/api/influencer/requests/?paid=false'],
  [STAR, '/api/influencer/requests/?request_type=broadcast'],
  [STAR, '/api/influencer/requests/?page_size=10&page=9'],
  [STAR, '/api/user/me/requests/'],
  [STAR, '/api/parley/prepaid-link/'],
  [STAR, `/api/parley/user${STAR}/parley_request/`],
  [STAR, '/api/user/me/waiting/'],
  [regular, '/api/user/me/requests/'],
  [regular, `/api/parley/user${STAR}/parley_request/`],
  [regular, '/api/parley/prepaid-link/'],
  [regular, '/api/user/me/waiting/'],
]

/** Pages that a call reads to find what it shows; what it reads of each one that it shows, by its id, is no history. */
const blocksOfFinding = () =>
  blocksOf(
    server.server.config.databaseUrl,
    queries.take().filter(({ text }) => !text.includes('= any(')),
  )

async function costs(): Promise<number[]> {
  const found: number[] = []
  for (const [as, path] of LISTS) {
    queries.take()
    const answer = await read(as, path)
    expect(answer.status, path + JSON.stringify(answer.list)).toBe(200)
    found.push(await blocksOfFinding())
  }
  return found
}

test('no list reads more of a history that is fifteen times as long', async () => {
  await lengthen(regular, [1, 10])
  const before = await costs()
  await lengthen(regular, [11, 150])
  await lengthen(STAR, [1, 15])
  const after = await costs()
  const grown = LISTS.flatMap((list, i) => {
    const [was = 0, is = 0] = [before[i], after[i]]
    // An index is a level deeper, and some of what was counted is read from the table itself.
    return is > was + 30 ? [{ list, was, is }] : []
  })
  expect(grown, JSON.stringify({ before, after })).toEqual([])
  // What follows is as near as the first page, however far it is.
  const [first] = await sql<{ at: Date; id: string }>(
    'select created_at as at, id from session_requests where influencer_id = $1 order by created_at limit 1',
    [personId(STAR)],
  )
  const place = `${Number(first?.at.getTime()) + 30 * 86_400_000}_${first?.id}`
  queries.take()
  const deep = await listed(STAR, `/api/influencer/requests/?paid=true&page=500&after=${place}`)
  expect(deep.results.length).toBeGreaterThan(10)
  expect(await blocksOfFinding()).toBeLessThan(30)
}, 240_000)
