import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { rulesOfTime } from './composition/rules-of-time.ts'
import { domainOf, type TimeRule } from './core/domain.ts'
import { recordQueries } from './testing/growth/record-queries.ts'
import { openTestServer, type TestServer } from './testing/test-server.ts'

const SECONDS = 10
const STEP_MS = 50
/** Statements of so many seconds: of the time rules, of the outbox, and of calls that a crash left open. */
const BUDGET: Record<string, number> = {
  'array[exists': SECONDS,
  'skip locked': SECONDS,
  'from "call_rooms"': SECONDS / 2 + 1,
}
/** The signing keys are read each 20 s, and what waits for staff each minute, at two ages. */
const NOW_AND_THEN = 2

/** Of its own for each test: a server has timers. */
async function open(options?: Parameters<typeof openTestServer>[0]): Promise<TestServer> {
  const server = await openTestServer(options)
  onTestFinished(() => server.close())
  return server
}

test('time rules of which none is due cost one statement', async () => {
  const { server } = await open()
  await server.domains.applyDue()
  const queries = recordQueries()
  await server.domains.applyDue()
  const sent = queries.take()
  queries.stop()
  expect(sent.map(({ text }) => text)).toEqual([expect.stringContaining('exists')])
})

test('a server to which nobody comes sends few statements a second', { timeout: 120_000 }, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { pool } = (await open({ time: 'runs' })).server.database
  const isBusy = () => pool.idleCount < pool.totalCount || pool.waitingCount > 0
  const queries = recordQueries()
  onTestFinished(() => queries.stop())
  for (let ms = 0; ms < SECONDS * 1_000; ms += STEP_MS) {
    vi.advanceTimersByTime(STEP_MS)
    do await turn()
    while (isBusy())
  }
  const counts: Record<string, number> = {}
  for (const { text } of queries.take()) {
    const what = Object.keys(BUDGET).find(each => text.includes(each)) ?? text
    counts[what] = (counts[what] ?? 0) + 1
  }
  for (const [what, count] of Object.entries(counts))
    expect(count, what).toBeLessThanOrEqual(BUDGET[what] ?? NOW_AND_THEN)
  // It runs.
  for (const what of Object.keys(BUDGET)) expect(counts[what], what).toBeGreaterThan(0)
})

/** Rules that note their names; `found` says whether the query of each finds a row, null that there is no query. */
async function rulesThatNote(found: Record<string, string | null>) {
  const applied: string[] = []
  const timeRules = Object.entries(found).map(
    ([name, query]): TimeRule => ({
      due: query === null ? null : () => sql`(${sql.raw(query)})`,
      apply: async () => applied.push(name),
    }),
  )
  const { server, clock } = await open()
  const { database, domains } = server
  const apply = rulesOfTime({
    ...{ db: database.db, clock, calls: domains.calls },
    domains: [domainOf({ timeRules })],
  })
  return { applied, apply }
}

const [FINDS, FINDS_NOT] = ['select 1', 'select 1 where false']

test('after the first rule that is due all later ones are applied, because it may have made them due', async () => {
  const { applied, apply } = await rulesThatNote({ early: FINDS_NOT, due: FINDS, late: FINDS_NOT, own: null })
  await apply()
  expect(applied).toEqual(['due', 'late', 'own'])
})

test('a rule without a query is applied each time', async () => {
  const { applied, apply } = await rulesThatNote({ early: FINDS_NOT, own: null, late: FINDS_NOT })
  await apply()
  expect(applied).toEqual(['own'])
})

test('a query that fails stops no rule, and the failure is reported', async () => {
  const { applied, apply } = await rulesThatNote({ early: FINDS_NOT, broken: 'select 1 from no_such_table' })
  await expect(apply()).rejects.toThrow()
  expect(applied).toEqual(['early', 'broken'])
})
