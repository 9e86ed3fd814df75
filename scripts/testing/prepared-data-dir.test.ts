import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded-postgres.ts'
import { migrateDatabase } from '../../apps/server/src/db/migrate.ts'
import { queryOnce, silentLog } from '../../apps/server/src/testing/data-dir.ts'
import { prepareDataDir } from './prepared-data-dir.ts'

const folder = await mkdtemp(join(tmpdir(), 'parley-prepared-test-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a copy of it starts with all migrations and no people', async () => {
  const prepared = await prepareDataDir(folder)
  const copy = join(folder, 'copy')
  await promisify(execFile)('mkdir', [copy])
  await promisify(execFile)('cp', ['-a', join(prepared.path, 'postgres'), join(copy, 'postgres')])
  await prepared.remove()
  expect(existsSync(prepared.path)).toBe(false)

  const postgres = await startEmbeddedPostgres({ dataDir: copy, log: silentLog })
  try {
    const done = 'select count(*)::int as count from drizzle.__drizzle_migrations'
    const before = await queryOnce(postgres.connectionString, done)
    await migrateDatabase(postgres.connectionString)
    expect(await queryOnce(postgres.connectionString, done)).toEqual(before)
    expect(await queryOnce(postgres.connectionString, 'select count(*)::int as users from users')).toEqual({
      users: 0,
    })
  } finally {
    await postgres.stop()
  }
})
