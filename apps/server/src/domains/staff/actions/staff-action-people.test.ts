import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIGRATIONS_FOLDER } from '../../../db/migrate.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ size: 1 })
}, 60_000)
afterAll(() => database?.close())

const idOf = (nth: number) => `00000000-0000-7000-8000-00000000000${nth}`
const [STAFF, FAN, STAR, NOBODY] = [idOf(1), idOf(2), idOf(3), idOf(9)]

/** The database as it was before the migration. */
const BEFORE = `
  drop table staff_action_people;
  drop trigger staff_actions_people on staff_actions;
  drop function write_staff_action_people, people_of_staff_action`

const look = (nth: number, person: string | null, after: unknown) =>
  database.pool.query(
    `insert into staff_actions (id, staff_id, act, person_id, after, created_at) values ($1, $2, 'look', $3, $4, now())`,
    [idOf(nth), STAFF, person, after && JSON.stringify(after)],
  )
const written = async () =>
  (
    await database.pool.query(
      'select action_id, person_id from staff_action_people order by action_id, person_id',
    )
  ).rows.map(row => [row.action_id, row.person_id])

test('each row of the staff audit is found by its people, also one from before there was a search', async () => {
  const { pool } = database
  for (const [nth, id] of [STAFF, FAN, STAR].entries())
    await pool.query(
      `insert into users (id, username, email, password_hash, first_name, last_name, is_influencer, notifications,
         created_at, updated_at) values ($1, $2, $3, 'x', 'A', 'B', true, '{}', now(), now())`,
      [id, `audited${nth}`, `audited${nth}@example.org`],
    )
  await pool.query(BEFORE)
  await look(4, FAN, null)
  // The same person twice, an id of nobody, and what is no id.
  await look(5, FAN, { people: [FAN, STAR, NOBODY, 'x'], requests: [STAFF] })
  const file = await readFile(join(MIGRATIONS_FOLDER, '0068_add_staff_action_people.sql'), 'utf8')
  for (const statement of file.split('--> statement-breakpoint')) await pool.query(statement)
  await look(6, null, { people: [STAR] })
  await look(7, null, { people: 'nobody' })
  expect(await written()).toEqual([
    ...[STAFF, FAN].map(person => [idOf(4), person]),
    ...[STAFF, FAN, STAR].map(person => [idOf(5), person]),
    ...[STAFF, STAR].map(person => [idOf(6), person]),
    [idOf(7), STAFF],
  ])
})
