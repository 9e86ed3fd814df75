import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createHiddenImages } from './hidden-images.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const sql = (text: string, values: unknown[] = []) => database.pool.query(text, values)

async function newImage(): Promise<{ id: string; ownerId: string }> {
  const [id, ownerId] = [newId(), newId()]
  await sql(
    `insert into users (id, username, first_name, last_name, email, password_hash, is_influencer, notifications,
       created_at, updated_at)
     values ($1::uuid, $1::text, 'Ann', 'Lee', $1::text || '@example.org', '', true, '{}', now(), now())`,
    [ownerId],
  )
  await sql(
    'insert into pictures (id, owner_id, width_px, height_px, created_at) values ($1, $2, 10, 10, now())',
    [id, ownerId],
  )
  return { id, ownerId }
}
const suspend = (userId: string) =>
  sql(
    `insert into suspensions (id, user_id, kind, reason, staff_id, created_at, appeal_id)
     values (gen_random_uuid(), $1::uuid, 'full', 'for a test', $1::uuid, now(), $1::text)`,
    [userId],
  )
const waiting = async () =>
  (
    await sql(`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
  ).rowCount

test('while the database is slow no picture waits for it, and pictures of suspended people are hidden all the same', async () => {
  const { id, ownerId } = await newImage()
  let nowMs = 0
  const isHidden = createHiddenImages({ db: database.db, log }, () => nowMs)
  expect(await isHidden(id)).toBe(false)
  await suspend(ownerId)
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await client.query('lock table pictures in access exclusive mode')
    nowMs = 4_000
    // The cached list answers while the new one is read.
    expect(await isHidden(id)).toBe(false)
    await expect.poll(waiting).toBe(1)
    nowMs = 4_001
    const late = isHidden(id)
    await client.query('commit')
    expect(await late).toBe(true)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('the list is read again at most every two seconds', async () => {
  const { id, ownerId } = await newImage()
  let nowMs = 0
  const isHidden = createHiddenImages({ db: database.db, log }, () => nowMs)
  expect(await isHidden(id)).toBe(false)
  await suspend(ownerId)
  nowMs = 2_000
  expect(await isHidden(id)).toBe(false)
  nowMs = 2_001
  await expect.poll(() => isHidden(id)).toBe(true)
})
