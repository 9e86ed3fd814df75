import type { Earnings, OwnPayment, Page } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withTransaction } from '../../../db/client.ts'
import { blocksOf } from '../../../testing/growth/blocks-of.ts'
import { fillDatabase } from '../../../testing/growth/fill.ts'
import { recordQueries, type SentQuery } from '../../../testing/growth/record-queries.ts'
import { personId, regularOf, STAR, shapeOf } from '../../../testing/growth/shape.ts'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'
import { beginLogin } from '../../accounts/login/begin-login.ts'

const SHAPE = shapeOf(0.005)
/** The regular fan is charged this often here. */
const CHARGES = 320
const regular = regularOf(SHAPE)

let server: TestServer
const queries = recordQueries()
beforeAll(async () => {
  server = await openTestServer()
  const url = server.server.config.databaseUrl ?? ''
  await fillDatabase(url, { shape: SHAPE, passwordHash: 'none', as: 'owner' })
  const { pool } = server.server.database
  await pool.query(
    `update payments set payer_id = $1 where id in (select id from payments where status = 'succeeded' order by id limit $2)`,
    [personId(regular), CHARGES],
  )
  await pool.query('vacuum (analyze)')
}, 240_000)
afterAll(async () => {
  queries.stop()
  await server.close()
})

const idsOf = async (text: string, person: number) =>
  (await server.server.database.pool.query<{ id: string }>(text, [personId(person)])).rows.map(({ id }) => id)

async function reader(person: number) {
  const { accounts } = server.server.domains
  const { access } = await withTransaction(server.server.database.db, tx =>
    beginLogin(accounts, tx, { userId: personId(person), device: 'a test' }),
  )
  return (path: string) => fetch(server.origin + path, { headers: { authorization: `Bearer ${access}` } })
}

/** What finding a page costs, without what is read of each row that it shows, by its id. */
const blocksOfFinding = (sent: SentQuery[], list: RegExp) =>
  blocksOf(
    server.server.config.databaseUrl,
    sent.filter(({ text }) => list.test(text)),
  )

interface List {
  person: number
  path: string
  pageOf: (body: unknown) => Page<object>
  idOf: (result: object) => string
  /** The statement that finds a page. */
  finds: RegExp
  /** The whole list in its order, by one plain question. */
  whole: string
}

const PAYMENTS: List = {
  person: regular,
  path: '/api/user/me/payments/',
  pageOf: body => body as Page<OwnPayment>,
  idOf: result => (result as OwnPayment).request_slug,
  finds: /from "payments" where .*order by/,
  whole: `select r.slug as id from payments p join session_requests r on r.id = p.request_id
    where payer_id = $1 and p.status = 'succeeded' order by p.created_at desc, p.id desc`,
}
const ENTRIES: List = {
  person: STAR,
  path: '/api/influencer/me/earnings/',
  pageOf: body => (body as Earnings).entries,
  idOf: result => (result as { id: string }).id,
  finds: /from "postings" .*order by/,
  whole: `select journal_id as id from postings where account = 'payable:' || $1::text order by id desc`,
}

const LISTS = [
  ['payments', PAYMENTS],
  ['entries of earnings', ENTRIES],
] as const

test.each(LISTS)(
  'who follows `next` of %s reads each once, and each page costs as much as the first',
  async (_, list) => {
    const whole = await idsOf(list.whole, list.person)
    expect(whole.length).toBeGreaterThan(300)
    const read = await reader(list.person)
    const found: string[] = []
    const costs: number[] = []
    for (let path: string | null = `${list.path}?page_size=30`; path; ) {
      queries.take()
      const answer: Response = await read(path)
      const page = list.pageOf(await answer.json())
      costs.push(await blocksOfFinding(queries.take(), list.finds))
      found.push(...page.results.map(list.idOf))
      expect(page.count > found.length, `page ${costs.length}`).toBe(whole.length > found.length)
      path = page.next
    }
    expect(found).toEqual(whole)
    expect(Math.max(...costs), costs.join()).toBeLessThanOrEqual(Math.max(...costs.slice(0, 3)) + 15)
  },
)

test.each(LISTS)('a page of %s is found by its number alone', async (_, list) => {
  const whole = await idsOf(list.whole, list.person)
  const read = await reader(list.person)
  const third = list.pageOf(await (await read(`${list.path}?page=3&page_size=100`)).json())
  expect(third.results.map(list.idOf)).toEqual(whole.slice(200, 300))
  expect(third.previous).toBe(`${list.path}?page=2&page_size=100`)
  const beyond = list.pageOf(await (await read(`${list.path}?page=500&page_size=100`)).json())
  expect(beyond).toMatchObject({ next: null, results: [] })
})

test.each(LISTS)(
  'a place in a list of %s that nobody was given is refused, and shows nothing of another',
  async (_, list) => {
    const read = await reader(list.person)
    for (const after of ['1', 'x_y', `1_${personId(1)}'`, '00000000'])
      expect((await read(`${list.path}?after=${encodeURIComponent(after)}`)).status).toBe(400)
    const first = list.pageOf(await (await read(`${list.path}?page_size=10`)).json())
    const another = await reader(list.person === STAR ? regular : STAR)
    const shown = list.pageOf(await (await another(first.next ?? '')).json())
    const theirs = new Set(await idsOf(list.whole, list.person))
    for (const result of shown.results) expect(theirs).not.toContain(list.idOf(result))
  },
)

test('a payment that comes in between moves no page of those who follow `next`', async () => {
  const whole = await idsOf(PAYMENTS.whole, regular)
  const read = await reader(regular)
  const first = PAYMENTS.pageOf(await (await read(`${PAYMENTS.path}?page_size=10`)).json())
  const { pool } = server.server.database
  await pool.query(
    `insert into payments (id, request_id, payer_id, amount_pence, status, created_at, updated_at)
     select gen_random_uuid(), gen_random_uuid(), $1, 2500, 'succeeded', now() + interval '1 hour', now()`,
    [personId(regular)],
  )
  const second = PAYMENTS.pageOf(await (await read(first.next ?? '')).json())
  expect(second.results.map(PAYMENTS.idOf)).toEqual(whole.slice(10, 20))
})
