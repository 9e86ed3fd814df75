import { mkdir, readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { lockDataDir } from '../db/embedded-postgres/data-dir-lock.ts'
import { removeAbandoned } from './cluster.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { temporaryDirectory } from './temporary-directory.ts'

async function openDatabase(size?: number): Promise<TestDatabase> {
  const database = await createTestDatabase(size === undefined ? {} : { size })
  onTestFinished(database.close)
  return database
}

test('a test database has the tables of the product and no rows of another test', async () => {
  const [one, other] = await Promise.all([openDatabase(), openDatabase()])
  await one.db.execute(sql`create table left_behind (id integer)`)
  const { rows } = await other.db.execute<{ tables: number; strangers: number }>(sql`
    select count(*)::int as tables, count(*) filter (where table_name = 'left_behind')::int as strangers
    from information_schema.tables where table_schema = 'public'`)
  expect(rows[0]?.tables).toBeGreaterThan(5)
  expect(rows[0]?.strangers).toBe(0)
})

test('a hundred concurrent clients each get a connection', async () => {
  const { pool } = await openDatabase(100)
  const clients = await Promise.all(Array.from({ length: 100 }, () => pool.connect()))
  const open = await clients[0]?.query(
    'select count(*)::int as rivals from pg_stat_activity where datname = current_database()',
  )
  for (const client of clients) client.release()
  expect(open?.rows).toEqual([{ rivals: 100 }])
})

test('a closed test database is deleted', async () => {
  const closed = await createTestDatabase()
  const { pool } = await openDatabase()
  const name = new URL(closed.connectionString).pathname.slice(1)
  const count = () => pool.query('select 1 from pg_database where datname = $1', [name])
  expect((await count()).rowCount).toBe(1)
  await closed.close()
  expect((await count()).rowCount).toBe(0)
})

test('a run removes what a killed run left, and nothing of runs that work or begin beside this one', async () => {
  const folder = await temporaryDirectory()
  const long = new Date(Date.now() - 3_600_000)
  for (const name of [
    'parley-test-left',
    'parley-test-works',
    'parley-test-begins',
    'parley-tests-of-others',
  ])
    await mkdir(join(folder, name))
  const lock = await lockDataDir(join(folder, 'parley-test-works'))
  for (const name of ['parley-test-left', 'parley-test-works', 'parley-tests-of-others'])
    await utimes(join(folder, name), long, long)
  await removeAbandoned(folder)
  lock.release()
  expect((await readdir(folder)).sort()).toEqual([
    'parley-test-begins',
    'parley-test-works',
    'parley-tests-of-others',
  ])
})
