import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestPerson, type TestServer } from '../../testing/test-server.ts'
import { CASES_KEPT_MS } from './remove-old-cases.ts'

let t: TestServer
let reporter: TestPerson
let reported: TestPerson
beforeAll(async () => {
  t = await openTestServer()
  reporter = await t.fan('reports-long-ago')
  reported = await t.fan('reported-long-ago')
})
afterAll(() => t?.close())

const sql = (text: string, ...values: unknown[]) => t.server.database.pool.query(text, values)
const agoMs = (ms: number) => new Date(t.clock.now().getTime() - ms)

/** A report with a line of chat; decided then, or open. */
async function report(madeMs: number, decidedMs: number | null): Promise<string> {
  const id = crypto.randomUUID()
  await sql(
    `insert into reports (id, reporter_id, reported_id, about_kind, about_id, reason, text, uuid, facts, created_at,
       decision, decision_reason, decided_by, decided_at)
     values ($1, $2, $3, 'user', $3, 'spam', 'words', $9, '{}', $4, $5, $6, $7, $8)`,
    ...[id, reporter.id, reported.id, agoMs(madeMs)],
    ...(decidedMs === null
      ? [null, null, null, null]
      : ['dismissed', 'There was nothing to see', reporter.id, agoMs(decidedMs)]),
    id,
  )
  await sql(`insert into report_lines values ($1, 0, $2, 'a line', now())`, id, reported.id)
  return id
}

/** A suspension with an appeal; ended then, or not. */
async function suspension(endedMs: number | null): Promise<string> {
  const id = crypto.randomUUID()
  await sql(
    `insert into suspensions (id, user_id, kind, reason, staff_id, created_at, appeal_id, ended_at, settled_at)
     values ($1, $2, 'suspended', 'They shouted at a fan', $3, $4, $6, $5, $4)`,
    ...[id, reported.id, reporter.id, agoMs(2 * CASES_KEPT_MS), endedMs === null ? null : agoMs(endedMs), id],
  )
  await sql(
    `insert into appeals (id, suspension_id, text, created_at) values (gen_random_uuid(), $1, 'words', now())`,
    id,
  )
  return id
}

test('a decided report and an ended suspension go after three years, with what was said; open ones stay', async () => {
  const [old, young] = [CASES_KEPT_MS, CASES_KEPT_MS - 10_000]
  await report(2 * old, old)
  const [kept, open] = [await report(2 * old, young), await report(2 * old, null)]
  await suspension(old)
  const [lately, still] = [await suspension(young), await suspension(null)]
  // Twice at once, as by two processes.
  await Promise.all([t.server.domains.cleanUp(), t.server.domains.cleanUp()])
  const left = async (table: string, column: string) =>
    (await sql(`select ${column} as id from ${table}`)).rows.map(({ id }) => id as string).sort()
  for (const [table, column] of [
    ['reports', 'id'],
    ['report_lines', 'report_id'],
  ] as const)
    expect(await left(table, column)).toEqual([kept, open].sort())
  for (const [table, column] of [
    ['suspensions', 'id'],
    ['appeals', 'suspension_id'],
  ] as const)
    expect(await left(table, column)).toEqual([lately, still].sort())
})
