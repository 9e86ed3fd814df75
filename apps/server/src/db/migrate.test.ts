import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createScratch, queryOnce } from '../testing/data-dir.ts'
import { createTestDatabase } from '../testing/database.ts'
import { migrateDatabase } from './migrate.ts'

interface Entry {
  tag: string
  when: number
  statements: string
}

async function writeMigrations(entries: readonly Entry[]): Promise<string> {
  const folder = join(await createScratch(), 'migrations')
  await mkdir(join(folder, 'meta'), { recursive: true })
  for (const { tag, statements } of entries) await writeFile(join(folder, `${tag}.sql`), statements)
  const journal = entries.map(({ tag, when }, idx) => ({ idx, version: '7', when, tag, breakpoints: true }))
  await writeFile(
    join(folder, 'meta', '_journal.json'),
    JSON.stringify({ version: '7', dialect: 'postgresql', entries: journal }),
  )
  return folder
}

/** A database without any table, dropped after the test. */
async function openEmptyDatabase(): Promise<string> {
  const database = await createTestDatabase()
  onTestFinished(database.close)
  await database.pool.query('drop schema public cascade; drop schema drizzle cascade; create schema public')
  return database.connectionString
}

const FIRST = { tag: '0000_first', when: 1_000, statements: 'create table counted as select 1 as runs' }
const SLOW = {
  tag: '0001_slow',
  when: 2_000,
  statements: 'select pg_sleep(0.3);\n--> statement-breakpoint\nupdate counted set runs = runs + 1',
}

test('two servers that start together migrate once', async () => {
  const connection = await openEmptyDatabase()
  const folder = await writeMigrations([FIRST, SLOW])
  await Promise.all([migrateDatabase(connection, folder), migrateDatabase(connection, folder)])
  expect(await queryOnce(connection, 'select runs from counted')).toEqual({ runs: 2 })
  await migrateDatabase(connection, folder)
  expect(await queryOnce(connection, 'select count(*)::int from drizzle.__drizzle_migrations')).toEqual({
    count: 2,
  })
})

test('a migration that fails changes nothing and lets the next attempt through', async () => {
  const connection = await openEmptyDatabase()
  const broken = { tag: '0001_broken', when: 2_000, statements: 'drop table counted; select broken' }
  const folder = await writeMigrations([FIRST, broken])
  await expect(migrateDatabase(connection, folder)).rejects.toThrow()
  await migrateDatabase(connection, await writeMigrations([FIRST, SLOW]))
  expect(await queryOnce(connection, 'select runs from counted')).toEqual({ runs: 2 })
})

test('a database of a newer version of the server is refused and left alone', async () => {
  const connection = await openEmptyDatabase()
  await migrateDatabase(connection, await writeMigrations([FIRST, SLOW]))
  const older = migrateDatabase(connection, await writeMigrations([FIRST]))
  await expect(older).rejects.toThrow(/1 migration\(s\) that this version of the server does not know/)
})

test('a migration that would be skipped for its date is reported', async () => {
  const connection = await openEmptyDatabase()
  await migrateDatabase(connection, await writeMigrations([FIRST, SLOW]))
  const late = { tag: '0001_merged', when: 1_500, statements: 'create table merged ()' }
  const merged = migrateDatabase(connection, await writeMigrations([FIRST, late, SLOW]))
  await expect(merged).rejects.toThrow(/1 migration\(s\) were skipped/)
})

const WIDER = { tag: '0001_wider', when: 2_000, statements: 'alter table counted add column name text' }

/** Somebody reads the table in a transaction that continues. */
async function reader(connection: string): Promise<Client> {
  const client = new Client(connection)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin; select runs from counted')
  return client
}

test('a migration that waits for a table in use lets others read it, and continues when it is free', async () => {
  const connection = await openEmptyDatabase()
  await migrateDatabase(connection, await writeMigrations([FIRST]))
  const reading = await reader(connection)
  const folder = await writeMigrations([FIRST, WIDER])
  let isDone = false
  const migrating = migrateDatabase(connection, folder, {
    withinMs: 200,
    pauseMs: 10,
    tries: 10_000,
  }).finally(() => {
    isDone = true
  })
  const waits = `select count(*)::int as count from pg_locks where not granted and relation = 'counted'::regclass`
  await vi.waitFor(async () => expect(await queryOnce(connection, waits)).toEqual({ count: 1 }), 60_000)
  // Who comes after it would wait for the reader too, as long as it waits.
  expect(await queryOnce(connection, 'select runs from counted')).toEqual({ runs: 1 })
  expect(isDone).toBe(false)
  await reading.query('commit')
  await migrating
  expect(await queryOnce(connection, 'select name from counted')).toEqual({ name: null })
})

test('a migration for which a table is never free ends with that, and changes nothing', async () => {
  const connection = await openEmptyDatabase()
  await migrateDatabase(connection, await writeMigrations([FIRST]))
  await reader(connection)
  const patience = { withinMs: 50, pauseMs: 1, tries: 3 }
  const migrating = migrateDatabase(connection, await writeMigrations([FIRST, WIDER]), patience)
  await expect(migrating).rejects.toThrow(/alter table counted/)
  const columns = `select count(*)::int from information_schema.columns where table_name = 'counted'`
  expect(await queryOnce(connection, columns)).toEqual({ count: 1 })
})
