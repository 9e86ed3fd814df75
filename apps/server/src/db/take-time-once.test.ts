import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { MIGRATIONS_FOLDER } from './migrate.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ size: 1 })
}, 60_000)
afterAll(() => database?.close())

const OWNER = '00000000-0000-7000-8000-00000000000a'
const OTHER = '00000000-0000-7000-8000-00000000000b'
const source = (nth: number) => `00000000-0000-7000-8000-0000000001${String(nth).padStart(2, '0')}`
const at = (time: string) => `2030-01-01T${time}:00Z`

const take = (nth: number, [kind, from, until]: readonly [string, string, string], owner = OWNER) =>
  database.pool.query(
    `insert into taken (source_id, kind, person_id, starts_at, ends_at, blocked_from, blocked_until)
     values ($1, $2, $3, $4, $5, $4, $5)`,
    [source(nth), kind, owner, at(from), at(until)],
  )

/** The table as it was before the migration: two events could overlap. */
const BEFORE = `
  alter table taken drop constraint taken_once;
  alter table taken drop column may_overlap;
  alter table taken add constraint taken_once exclude using gist
    (person_id with =, tstzrange(blocked_from, blocked_until) with &&) where (kind <> 'event')`

test('broadcasts and queues that overlapped before stay as they are, and from then on nothing else overlaps', async () => {
  const { pool } = database
  for (const [nth, id] of [OWNER, OTHER].entries())
    await pool.query(
      `insert into users (id, username, email, password_hash, first_name, last_name, is_influencer, notifications,
         created_at, updated_at) values ($1, $2, $3, 'x', 'A', 'B', true, '{}', now(), now())`,
      [id, `owner${nth}`, `owner${nth}@example.org`],
    )
  await pool.query(BEFORE)
  await take(1, ['event', '10:00', '11:00'])
  await take(2, ['event', '10:30', '11:30'])
  await take(3, ['event', '11:30', '12:00'])
  await take(4, ['slot', '12:00', '12:20'])
  await take(5, ['event', '10:00', '11:00'], OTHER)
  await pool.query(
    `insert into live_events (id, slug, uuid, influencer_id, title, description, price_pence, duration_seconds,
       duration_display, created_at, updated_at) values ($1, 'on-air', 'on-air', $2, 'a', 'b', 500, 60, 1, now(), now())`,
    [source(5), OTHER],
  )
  const file = await readFile(join(MIGRATIONS_FOLDER, '0066_take_time_once.sql'), 'utf8')
  for (const statement of file.split('--> statement-breakpoint')) await pool.query(statement)
  const { rows } = await pool.query<{ id: string }>(
    'select source_id as id from taken where may_overlap order by source_id',
  )
  expect(rows.map(({ id }) => id)).toEqual([source(1), source(2), source(5)])
  await take(6, ['event', '12:20', '13:00'])
  for (const each of [
    ['event', '12:50', '13:30'],
    ['event', '12:10', '12:20'],
    ['slot', '11:40', '11:50'],
  ] as const)
    await expect(take(7, each)).rejects.toMatchObject({ code: '23P01', constraint: 'taken_once' })
})
