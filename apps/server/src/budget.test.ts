import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withTransaction } from './db/client.ts'
import { beginLogin } from './domains/accounts/login/begin-login.ts'
import { fillDatabase } from './testing/growth/fill.ts'
import { recordQueries } from './testing/growth/record-queries.ts'
import {
  fanOf,
  HOST,
  personId,
  regularOf,
  type Shape,
  SOMEBODY_ASKED,
  STAR,
  shapeOf,
} from './testing/growth/shape.ts'
import { openTestServer, type TestServer } from './testing/test-server.ts'

/** The star has 500 requests here, and the regular fan 25: what reads a history is over its budget at once. */
const SHAPE: Shape = { ...shapeOf(0.005), requestsOfStar: 500 }

let server: TestServer
const queries = recordQueries()

beforeAll(async () => {
  server = await openTestServer()
  const url = server.server.config.databaseUrl ?? ''
  await fillDatabase(url, { shape: SHAPE, passwordHash: 'none', as: 'owner' })
}, 60_000)
afterAll(async () => {
  queries.stop()
  await server.close()
})

interface Budget {
  path: `/${string}`
  as?: number
  /** Statements of one call, with those that say who asks. */
  queries: number
  /** Pages of 8 kB that they look at. */
  blocks: number
  bytes: number
}

const fan = fanOf(SHAPE, 1)
const regular = regularOf(SHAPE)

/** What one call may cost, with room for another plan of Postgres. A number goes up only with a reason. */
const BUDGETS: Budget[] = [
  { path: '/api/user/me/', as: fan, queries: 5, blocks: 80, bytes: 700 },
  { path: '/api/user/me/waiting/', as: STAR, queries: 5, blocks: 500, bytes: 100 },
  { path: '/api/user/me/waiting/', as: regular, queries: 5, blocks: 80, bytes: 100 },
  { path: '/api/user/me/requests/', as: regular, queries: 9, blocks: 800, bytes: 36_000 },
  { path: '/api/user/me/requests/', as: STAR, queries: 9, blocks: 700, bytes: 36_000 },
  { path: '/api/influencer/requests/', as: STAR, queries: 9, blocks: 700, bytes: 36_000 },
  { path: '/api/influencer/requests/?state=offered', as: STAR, queries: 9, blocks: 600, bytes: 36_000 },
  { path: '/api/parley/prepaid-link/', as: regular, queries: 9, blocks: 600, bytes: 36_000 },
  { path: '/api/influencer/me/earnings/', as: STAR, queries: 19, blocks: 800, bytes: 10_000 },
  { path: '/api/influencer/me/earnings/', as: SOMEBODY_ASKED, queries: 19, blocks: 600, bytes: 10_000 },
  { path: `/api/parley/user${STAR}/`, queries: 4, blocks: 80, bytes: 1_400 },
  { path: `/api/parley/user${HOST}/`, queries: 5, blocks: 80, bytes: 1_900 },
  { path: '/api/parley/event-1/event/', queries: 5, blocks: 80, bytes: 700 },
  { path: '/api/explore/', queries: 5, blocks: 240, bytes: 12_000 },
  { path: '/api/explore/?q=chess', queries: 6, blocks: 300, bytes: 12_000 },
  { path: '/api/explore/?kind=events', queries: 5, blocks: 120, bytes: 12_000 },
  { path: '/metrics', queries: 5, blocks: 80, bytes: 80_000 },
  { path: '/sitemap.xml', queries: 4, blocks: 80, bytes: 1_500 },
]

async function tokenOf(person: number): Promise<string> {
  const { accounts } = server.server.domains
  const login = { userId: personId(person), device: 'a test' }
  return (await withTransaction(server.server.database.db, tx => beginLogin(accounts, tx, login))).access
}

/** What the statements of a call looked at, by running its reads again. */
async function blocksOf(statements: readonly { text: string; values: unknown[] }[]): Promise<number> {
  const client = new Client({ connectionString: server.server.config.databaseUrl })
  await client.connect()
  let blocks = 0
  for (const { text, values } of statements) {
    const plan = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, timing off, format json) ${text}`,
      values,
    )
    const top = plan.rows[0]?.['QUERY PLAN'][0].Plan
    blocks += (top?.['Shared Hit Blocks'] ?? 0) + (top?.['Shared Read Blocks'] ?? 0)
    blocks += (top?.['Temp Read Blocks'] ?? 0) + (top?.['Temp Written Blocks'] ?? 0)
  }
  await client.end()
  return blocks
}

test.each(BUDGETS)(
  '$path as $as stays within $queries queries, $blocks blocks and $bytes bytes',
  async budget => {
    const headers = budget.as ? { authorization: `Bearer ${await tokenOf(budget.as)}` } : {}
    const ask = () => fetch(`${server.origin}${budget.path}`, { headers })
    // What is read once and kept is no part of it.
    await ask()
    queries.take()
    const answer = await ask()
    const bytes = Buffer.byteLength(await answer.text())
    const asked = queries.take()
    expect(answer.status).toBe(200)
    const blocks = await blocksOf(asked.filter(({ text }) => /^\s*(select|with)/i.test(text)))
    const found = { queries: asked.length, blocks, bytes }
    expect(found.queries, JSON.stringify(found)).toBeLessThanOrEqual(budget.queries)
    expect(found.blocks, JSON.stringify(found)).toBeLessThanOrEqual(budget.blocks)
    expect(found.bytes, JSON.stringify(found)).toBeLessThanOrEqual(budget.bytes)
  },
)

test('an export tells every request of a long history, and is never whole in memory', async () => {
  const headers = { authorization: `Bearer ${await tokenOf(STAR)}` }
  const answer = await fetch(`${server.origin}/api/user/me/export/`, { headers })
  // Sent as it is read: nobody knows how long it will be.
  expect(answer.headers.get('content-length')).toBeNull()
  const held = (await answer.json()) as Record<string, unknown[]>
  const { rows } = await server.server.database.pool.query<{ count: number }>(
    'select count(*)::int as count from session_requests where influencer_id = $1',
    [personId(STAR)],
  )
  expect(held.requests_received).toHaveLength(rows[0]?.count ?? -1)
  expect(held.payouts?.length).toBeGreaterThan(400)
})
