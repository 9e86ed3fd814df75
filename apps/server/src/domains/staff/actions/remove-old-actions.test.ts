import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { CASES_KEPT_MS } from '../../safety/public.ts'

const YEAR_MS = CASES_KEPT_MS / 3
/** How far the clocks of the test and of the database may differ. */
const CLOCKS_MS = 3_600_000

let t: TestServer
let person: TestPerson
beforeAll(async () => {
  t = await openTestServer()
  person = await t.fan('looked-at-long-ago')
  // The database counts the years by its own clock.
  t.clock.advance(Math.round((Date.now() - t.clock.now().getTime()) / 1000))
})
afterAll(() => t?.close())

const sql = (text: string, ...values: unknown[]) => t.server.database.pool.query(text, values)
async function action(agoMs: number): Promise<string> {
  const id = crypto.randomUUID()
  await sql(
    `insert into staff_actions (id, staff_id, act, person_id, reason, created_at)
     values ($1, $2, 'look_person', $2, 'They asked for help', $3)`,
    ...[id, person.id, new Date(t.clock.now().getTime() - agoMs)],
  )
  return id
}
async function pending(state: string, agoMs: number): Promise<string> {
  const id = crypto.randomUUID()
  const at = new Date(t.clock.now().getTime() - agoMs)
  await sql(
    `insert into staff_pending_acts (id, kind, about_kind, about_id, person_id, reason, asked_by, asked_at, state,
       decided_by, decided_at, about_version)
     values ($1, 'grant_role', 'user', $6, $2, 'They help us now', $2, $3, $4, $5, $7, 0)`,
    ...[id, person.id, at, state, state === 'waiting' ? null : person.id, crypto.randomUUID()],
    state === 'waiting' ? null : at,
  )
  return id
}
async function reminder(agoMs: number): Promise<string> {
  const id = crypto.randomUUID()
  const at = new Date(t.clock.now().getTime() - agoMs)
  await sql('insert into case_reminders (case_id, hours, reminded_at) values ($1, 24, $2)', id, at)
  return id
}
const left = async (table: string, column = 'id') =>
  (await sql(`select ${column} as id from ${table}`)).rows.map(({ id }) => id as string).sort()

test('what staff looked at and did is removed after three years, and not before, no matter who asks and what their clock says', async () => {
  const old = await action(CASES_KEPT_MS + CLOCKS_MS)
  const [young, now] = [await action(CASES_KEPT_MS - CLOCKS_MS), await action(0)]
  await pending('confirmed', CASES_KEPT_MS + CLOCKS_MS)
  const [decided, waits] = [
    await pending('refused', CASES_KEPT_MS - CLOCKS_MS),
    await pending('waiting', CASES_KEPT_MS + CLOCKS_MS),
  ]
  for (const id of [young, now])
    await expect(sql('delete from staff_actions where id = $1', id)).rejects.toThrow('append-only')
  await expect(sql(`update staff_actions set act = 'x' where id = $1`, old)).rejects.toThrow('append-only')
  for (const table of ['staff_actions', 'staff_action_people'])
    await expect(sql(`truncate ${table} cascade`)).rejects.toThrow('append-only')
  // What finds a row by its people stays as long as the row, and goes with it.
  for (const text of ['delete from staff_action_people', 'update staff_action_people set created_at = now()'])
    await expect(sql(`${text} where action_id = $1`, young)).rejects.toThrow('append-only')
  const reminded = await reminder(CASES_KEPT_MS - CLOCKS_MS)
  await reminder(CASES_KEPT_MS + CLOCKS_MS)
  // Twice at once, as by two processes.
  await Promise.all([t.server.domains.cleanUp(), t.server.domains.cleanUp()])
  expect(await left('staff_actions')).toEqual([young, now].sort())
  expect(await left('staff_action_people', 'action_id')).toEqual([young, now].sort())
  expect(await left('staff_pending_acts')).toEqual([decided, waits].sort())
  expect(await left('case_reminders', 'case_id')).toEqual([reminded])
  t.clock.advance((2 * YEAR_MS) / 1000)
  await t.server.domains.cleanUp()
  expect(await left('staff_actions')).toEqual([young, now].sort())
})
